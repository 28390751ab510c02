//! The way from SQLite to the disk of a drill: a file system for SQLite that passes everything on to the usual one, save
//! what changes files.
//!
//! The only unsafe code of this crate, since SQLite's interface is one of C. What it rests on:
//!
//! - A registered file system is never taken back, so `Drill`, its name and the usual file system live as long as the
//!   program. `pAppData` of ours always points to our `Drill`.
//! - SQLite gives `x_open` room for `szOsFile` bytes, aligned for pointers. A `File` lies at its beginning, the file of
//!   the usual file system right behind it; `File` is made of pointers, so that is aligned too. Our methods are called
//!   with such a file only, between `x_open` and `x_close`, by one thread at a time.
//! - Buffers are valid for the length SQLite gives with them, and it never gives a negative one.

#![expect(unsafe_code, reason = "SQLite calls its file systems through pointers")]

use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::ffi::{
    SQLITE_IOERR, SQLITE_IOERR_DELETE, SQLITE_IOERR_FSTAT, SQLITE_IOERR_FSYNC, SQLITE_IOERR_READ,
    SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE, SQLITE_OK, sqlite3_file,
    sqlite3_filename, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs, sqlite3_vfs_find, sqlite3_vfs_register,
};

use super::drill::{Drill, Pending};
use crate::error::StorageError;

/// Registers a file system whose disk will lose its power, and returns its name.
pub(super) fn register(drill: Drill) -> Result<&'static CStr, StorageError> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let failed = || StorageError("SQLite: the drill could not be registered".into());
    let name = format!("croupier-drill-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let name: &'static CStr = Box::leak(CString::new(name).map_err(|_| failed())?.into_boxed_c_str());
    // SAFETY: there is no other condition than that SQLite can be initialised, which it does itself.
    let usual = unsafe { sqlite3_vfs_find(null()) };
    if usual.is_null() {
        return Err(failed());
    }
    // SAFETY: SQLite keeps its file systems as long as the program runs, and the struct is plain data.
    let mut ours = unsafe { *usual };
    let room = c_int::try_from(size_of::<File>()).map_err(|_| failed())?;
    ours.szOsFile += room;
    ours.pNext = null_mut();
    ours.zName = name.as_ptr();
    ours.pAppData = Box::into_raw(Box::new(Ours { drill, usual })).cast();
    ours.xOpen = Some(x_open);
    ours.xDelete = Some(x_delete);
    ours.xAccess = Some(x_access);
    ours.xFullPathname = Some(x_full_pathname);
    // SAFETY: the struct lives as long as the program.
    let registered = unsafe { sqlite3_vfs_register(Box::into_raw(Box::new(ours)), 0) };
    if registered == SQLITE_OK { Ok(name) } else { Err(failed()) }
}

/// What our file system needs to know.
struct Ours {
    drill: Drill,
    usual: *mut sqlite3_vfs,
}

/// A file of ours. The usual file system's lies behind it.
#[repr(C)]
struct File {
    methods: *const sqlite3_io_methods,
    ours: *const Ours,
    /// Null for a file without a name, which nothing needs after a power cut.
    path: *mut PathBuf,
}

/// Version 2: with shared memory, without mapping the file itself, which would go past us.
static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(x_close),
    xRead: Some(x_read),
    xWrite: Some(x_write),
    xTruncate: Some(x_truncate),
    xSync: Some(x_sync),
    xFileSize: Some(x_file_size),
    xLock: Some(x_lock),
    xUnlock: Some(x_unlock),
    xCheckReservedLock: Some(x_check_reserved_lock),
    xFileControl: Some(x_file_control),
    xSectorSize: Some(x_sector_size),
    xDeviceCharacteristics: Some(x_device_characteristics),
    xShmMap: Some(x_shm_map),
    xShmLock: Some(x_shm_lock),
    xShmBarrier: Some(x_shm_barrier),
    xShmUnmap: Some(x_shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

/// Calls a method of the usual file system's file.
macro_rules! usual {
    ($file:expr, $method:ident $(, $argument:expr)*) => {{
        let usual = behind($file);
        // SAFETY: the file behind is open, see above.
        unsafe {
            match (*(*usual).pMethods).$method {
                Some(method) => method(usual $(, $argument)*),
                None => SQLITE_IOERR,
            }
        }
    }};
}

/// The usual file system's file.
fn behind(file: *mut sqlite3_file) -> *mut sqlite3_file {
    file.cast::<File>().wrapping_add(1).cast()
}

/// The drill and the path of a file, if it has one.
fn drilled<'f>(file: *mut sqlite3_file) -> Option<(&'f Drill, &'f Path)> {
    // SAFETY: the file is one of ours and open, and what it points to lives as long as it is.
    unsafe {
        let file = &*file.cast::<File>();
        file.path.as_ref().map(|path| (&(*file.ours).drill, path.as_path()))
    }
}

/// The place of an offset or a size, which is never negative.
fn place(offset: sqlite3_int64) -> u64 {
    u64::try_from(offset).unwrap_or(0)
}

unsafe extern "C" fn x_open(
    vfs: *mut sqlite3_vfs,
    name: sqlite3_filename,
    file: *mut sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    let ours = ours(vfs);
    // SAFETY: the room behind our file is the usual file system's to fill.
    let opened = unsafe {
        match (*ours.usual).xOpen {
            Some(open) => open(ours.usual, name, behind(file), flags, out_flags),
            None => SQLITE_IOERR,
        }
    };
    let path = if name.is_null() || opened != SQLITE_OK {
        null_mut()
    } else {
        // SAFETY: SQLite's names end with a zero byte.
        Box::into_raw(Box::new(path_of(unsafe { CStr::from_ptr(name) })))
    };
    let methods = if opened == SQLITE_OK { &raw const METHODS } else { null() };
    // SAFETY: the room is there and ours.
    unsafe { file.cast::<File>().write(File { methods, ours, path }) };
    opened
}

fn ours<'v>(vfs: *mut sqlite3_vfs) -> &'v Ours {
    // SAFETY: our methods are called with our file system only.
    unsafe { &*(*vfs).pAppData.cast::<Ours>() }
}

fn path_of(name: &CStr) -> PathBuf {
    OsStr::from_bytes(name.to_bytes()).into()
}

unsafe extern "C" fn x_delete(vfs: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    let ours = ours(vfs);
    // SAFETY: SQLite's names end with a zero byte.
    let path = path_of(unsafe { CStr::from_ptr(name) });
    if ours.drill.delete(&path).is_err() {
        return SQLITE_IOERR_DELETE;
    }
    // SAFETY: the usual file system gets what was meant for it.
    unsafe { (*ours.usual).xDelete.map_or(SQLITE_IOERR, |delete| delete(ours.usual, name, sync)) }
}

unsafe extern "C" fn x_access(
    vfs: *mut sqlite3_vfs,
    name: *const c_char,
    flags: c_int,
    found: *mut c_int,
) -> c_int {
    let usual = ours(vfs).usual;
    // SAFETY: the usual file system gets what was meant for it.
    unsafe { (*usual).xAccess.map_or(SQLITE_IOERR, |access| access(usual, name, flags, found)) }
}

unsafe extern "C" fn x_full_pathname(
    vfs: *mut sqlite3_vfs,
    name: *const c_char,
    length: c_int,
    out: *mut c_char,
) -> c_int {
    let usual = ours(vfs).usual;
    // SAFETY: the usual file system gets what was meant for it.
    unsafe { (*usual).xFullPathname.map_or(SQLITE_IOERR, |full| full(usual, name, length, out)) }
}

unsafe extern "C" fn x_close(file: *mut sqlite3_file) -> c_int {
    let closed = usual!(file, xClose);
    // SAFETY: the path was made by `x_open` and is taken away once.
    unsafe {
        let path = (*file.cast::<File>()).path;
        if !path.is_null() {
            drop(Box::from_raw(path));
        }
        (*file).pMethods = null();
    }
    closed
}

unsafe extern "C" fn x_read(
    file: *mut sqlite3_file,
    buffer: *mut c_void,
    length: c_int,
    offset: sqlite3_int64,
) -> c_int {
    let Some((drill, path)) = drilled(file) else { return usual!(file, xRead, buffer, length, offset) };
    let Ok(size) = size_of_file(file) else { return SQLITE_IOERR_READ };
    let wanted = usize::try_from(length).unwrap_or(0);
    // SAFETY: SQLite gives room for this many bytes; they are written before they are read.
    let bytes = unsafe {
        buffer.cast::<u8>().write_bytes(0, wanted);
        std::slice::from_raw_parts_mut(buffer.cast::<u8>(), wanted)
    };
    let read = drill.read(path, place(offset), bytes, |bytes| {
        usual!(file, xRead, bytes.as_mut_ptr().cast(), length, offset)
    });
    match read {
        Ok(SQLITE_OK | SQLITE_IOERR_SHORT_READ) if place(offset) + wanted as u64 <= size => SQLITE_OK,
        Ok(SQLITE_OK | SQLITE_IOERR_SHORT_READ) => SQLITE_IOERR_SHORT_READ,
        Ok(failed) => failed,
        Err(_) => SQLITE_IOERR_READ,
    }
}

unsafe extern "C" fn x_write(
    file: *mut sqlite3_file,
    buffer: *const c_void,
    length: c_int,
    offset: sqlite3_int64,
) -> c_int {
    let Some((drill, path)) = drilled(file) else { return usual!(file, xWrite, buffer, length, offset) };
    // SAFETY: SQLite gives this many bytes.
    let bytes =
        unsafe { std::slice::from_raw_parts(buffer.cast::<u8>(), usize::try_from(length).unwrap_or(0)) };
    drill.write(path, place(offset), bytes).map_or(SQLITE_IOERR_WRITE, |()| SQLITE_OK)
}

unsafe extern "C" fn x_truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    let Some((drill, path)) = drilled(file) else { return usual!(file, xTruncate, size) };
    drill.truncate(path, place(size)).map_or(SQLITE_IOERR_TRUNCATE, |()| SQLITE_OK)
}

unsafe extern "C" fn x_sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    let Some((drill, path)) = drilled(file) else { return usual!(file, xSync, flags) };
    let applied = drill.sync(path, |pending| {
        let done = match pending {
            Pending::Write { at, bytes } => {
                let length = c_int::try_from(bytes.len()).unwrap_or(0);
                usual!(file, xWrite, bytes.as_ptr().cast(), length, at.cast_signed())
            }
            Pending::Truncate(size) => usual!(file, xTruncate, size.cast_signed()),
        };
        if done == SQLITE_OK { Ok(()) } else { Err(done) }
    });
    match applied {
        Ok(Ok(())) => SQLITE_OK,
        Ok(Err(failed)) => failed,
        Err(_) => SQLITE_IOERR_FSYNC,
    }
}

fn size_of_file(file: *mut sqlite3_file) -> Result<u64, c_int> {
    let mut size: sqlite3_int64 = 0;
    match usual!(file, xFileSize, &raw mut size) {
        SQLITE_OK => {}
        failed => return Err(failed),
    }
    match drilled(file) {
        Some((drill, path)) => drill.size(path, place(size)).map_err(|_| SQLITE_IOERR_FSTAT),
        None => Ok(place(size)),
    }
}

unsafe extern "C" fn x_file_size(file: *mut sqlite3_file, size: *mut sqlite3_int64) -> c_int {
    match size_of_file(file) {
        Ok(found) => {
            // SAFETY: SQLite gives a place for the answer.
            unsafe { *size = found.cast_signed() };
            SQLITE_OK
        }
        Err(failed) => failed,
    }
}

unsafe extern "C" fn x_lock(file: *mut sqlite3_file, level: c_int) -> c_int {
    usual!(file, xLock, level)
}

unsafe extern "C" fn x_unlock(file: *mut sqlite3_file, level: c_int) -> c_int {
    usual!(file, xUnlock, level)
}

unsafe extern "C" fn x_check_reserved_lock(file: *mut sqlite3_file, held: *mut c_int) -> c_int {
    usual!(file, xCheckReservedLock, held)
}

unsafe extern "C" fn x_file_control(file: *mut sqlite3_file, what: c_int, argument: *mut c_void) -> c_int {
    usual!(file, xFileControl, what, argument)
}

unsafe extern "C" fn x_sector_size(file: *mut sqlite3_file) -> c_int {
    usual!(file, xSectorSize)
}

unsafe extern "C" fn x_device_characteristics(file: *mut sqlite3_file) -> c_int {
    usual!(file, xDeviceCharacteristics)
}

unsafe extern "C" fn x_shm_map(
    file: *mut sqlite3_file,
    page: c_int,
    size: c_int,
    extend: c_int,
    mapped: *mut *mut c_void,
) -> c_int {
    usual!(file, xShmMap, page, size, extend, mapped)
}

unsafe extern "C" fn x_shm_lock(file: *mut sqlite3_file, offset: c_int, count: c_int, flags: c_int) -> c_int {
    usual!(file, xShmLock, offset, count, flags)
}

unsafe extern "C" fn x_shm_barrier(file: *mut sqlite3_file) {
    let usual = behind(file);
    // SAFETY: the file behind is open, see above.
    unsafe {
        if let Some(barrier) = (*(*usual).pMethods).xShmBarrier {
            barrier(usual);
        }
    }
}

unsafe extern "C" fn x_shm_unmap(file: *mut sqlite3_file, delete: c_int) -> c_int {
    usual!(file, xShmUnmap, delete)
}
