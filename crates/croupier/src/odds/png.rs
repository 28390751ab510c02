//! The strategy chart as a PNG picture: the poster drawn pixel by pixel.

use anyhow::Result;

use super::poster::{self, HEIGHT, Mark, WIDTH};
use super::sheet::Sheet;
use crate::picture::canvas::Canvas;

/// The chart.
pub(crate) fn chart(sheet: &Sheet) -> Result<Vec<u8>> {
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    for mark in poster::marks(sheet) {
        match mark {
            Mark::Box { frame, round, colour } => canvas.fill(frame, round, colour),
            Mark::Text(text) => canvas.write(&text),
            Mark::Cell { frame, letter, .. } => {
                canvas.fill(frame, poster::ROUND, poster::cell_colours(letter).0);
                canvas.write(&poster::cell_text(frame, letter));
            }
        }
    }
    canvas.encoded()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::sample::{mischief, sheet};
    use crate::picture::Frame;
    use crate::picture::palette::Colour;

    struct Picture {
        width: usize,
        height: usize,
        bytes: Vec<u8>,
    }

    impl Picture {
        fn read(bytes: &[u8]) -> Picture {
            let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut pixels).unwrap();
            assert_eq!(info.color_type, png::ColorType::Rgb);
            let (width, height) = (info.width.try_into().unwrap(), info.height.try_into().unwrap());
            Picture { width, height, bytes: pixels }
        }

        fn at(&self, x: usize, y: usize) -> Colour {
            let at = 3 * (y * self.width + x);
            Colour(self.bytes[at], self.bytes[at + 1], self.bytes[at + 2])
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cells lie on the sheet")]
    fn pixels(frame: Frame) -> (usize, usize, usize, usize) {
        (frame.x as usize, frame.y as usize, frame.width as usize, frame.height as usize)
    }

    #[test]
    fn every_cell_has_the_colour_of_its_letter_and_the_letter_in_its_middle() {
        let sheet = sheet("plus");
        let picture = Picture::read(&chart(&sheet).unwrap());
        assert_eq!((picture.width, picture.height), (1240, 1754));
        let mut cells = 0;
        for mark in poster::marks(&sheet) {
            let Mark::Cell { frame, letter, says } = mark else { continue };
            let (fill, ink) = poster::cell_colours(letter);
            let (x, y, width, height) = pixels(frame);
            for (x, y) in [(x + 4, y + height / 2), (x + width - 4, y + height / 2), (x + width / 2, y + 3)] {
                assert_eq!(picture.at(x, y), fill, "{says}");
            }
            let middle = (x + 10..x + width - 10).flat_map(|x| (y + 8..y + height - 8).map(move |y| (x, y)));
            let inked = middle.filter(|(x, y)| picture.at(*x, *y) == ink).count();
            assert!(inked > 30, "{says}: {inked} pixels are written on");
            cells += 1;
        }
        assert_eq!(cells, 38 * 10);
    }

    #[test]
    fn printed_in_its_own_size_it_fills_a_sheet_of_a4() {
        let bytes = chart(&sheet("macau")).unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let dots = reader.info().pixel_dims.unwrap();
        let millimetres = |pixels: u16| f64::from(pixels) * 1000.0 / f64::from(dots.xppu);
        assert!((millimetres(WIDTH) - 210.0).abs() < 0.5 && (millimetres(HEIGHT) - 297.0).abs() < 0.5);
    }

    #[test]
    fn a_name_without_letters_we_draw_is_drawn_all_the_same() {
        assert!(chart(&mischief()).is_ok());
    }
}
