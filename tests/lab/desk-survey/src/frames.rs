//! A large graph: how smoothly it moves, and how quickly a click shows a node.

use report::{Goal, MeasurementRow};
use tests::Sandbox;
use tests::browser::AppWindow;

use crate::shelves::GraphSize;
use crate::values::{numbers, percentile};

/// The number of frames and of clicks to measure.
const FRAMES: usize = 300;
const CLICKS: usize = 40;

/// Moves the picture and zooms in and out, one step per frame, and records how long each frame
/// took.
const MOVE: &str = "
    const picture = document.querySelector('[data-testid=picture]');
    const { left, top, width, height } = picture.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
    const times = [];
    let last;
    const step = now => {
        if (last !== undefined) times.push(now - last);
        last = now;
        if (times.length === FRAMES) { window.framesTimed = times; return; }
        const nth = times.length;
        picture.dispatchEvent(nth % 3
            ? new PointerEvent('pointermove', { ...at, buttons: 1, movementX: nth % 60 < 30 ? 9 : -9 })
            : new WheelEvent('wheel', { ...at, deltaY: nth % 120 < 60 ? -100 : 100 }));
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);";

/// Clicks a node and waits for its name in the panel; records how long that took.
const CLICK: &str = "
    const picture = document.querySelector('[data-testid=picture]');
    const { left, top } = picture.getBoundingClientRect();
    const spots = [...picture.querySelectorAll('.all .dots')].flatMap(dots =>
        [...dots.getAttribute('d').matchAll(/M([\\d.]+) ([\\d.]+)h0/g)]);
    const [, x, y] = spots[Math.floor(NTH * spots.length / CLICKS)];
    const name = () => document.querySelector('[data-testid=point-name]')?.textContent;
    const at = { clientX: left + +x, clientY: top + +y, bubbles: true };
    const before = name();
    const begun = performance.now();
    window.clickTook = undefined;
    picture.dispatchEvent(new PointerEvent('pointerdown', at));
    picture.dispatchEvent(new MouseEvent('click', at));
    const look = () => {
        if (name() !== before) { window.clickTook = performance.now() - begun; return; }
        // The same node as before, perhaps.
        if (performance.now() - begun > 3000) { window.clickTook = null; return; }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// Opens the graph and measures it.
pub fn rows(sandbox: &Sandbox, shape: GraphSize) -> Vec<MeasurementRow> {
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.click("show-graph");
    window.wait("return !!document.querySelector('[data-testid=picture] .all .dots')");
    let frames = moved(&window);
    let clicks: Vec<f64> = (0..CLICKS).filter_map(|nth| clicked(&window, nth)).collect();
    let name =
        |what: &str| format!("graph of {} nodes and {} edges: {what}", shape.nodes, shape.edges);
    vec![
        MeasurementRow::new(
            &name("a frame while moving and zooming, 95 of 100, ms"),
            percentile(&frames, 0.95),
            frames.len(),
            Goal::AtMost(33.0),
        ),
        MeasurementRow::plain(
            &name("the same, half of them, ms"),
            percentile(&frames, 0.5),
            frames.len(),
        ),
        MeasurementRow::new(
            &name("click to panel, 95 of 100, ms"),
            percentile(&clicks, 0.95),
            clicks.len(),
            Goal::AtMost(100.0),
        ),
    ]
}

fn moved(window: &AppWindow) -> Vec<f64> {
    window.script(&MOVE.replace("FRAMES", &FRAMES.to_string()));
    numbers(&window.wait("return window.framesTimed"))
}

/// The time in milliseconds; none if nothing new appeared.
fn clicked(window: &AppWindow, nth: usize) -> Option<f64> {
    let script = CLICK.replace("NTH", &nth.to_string()).replace("CLICKS", &CLICKS.to_string());
    window.script(&script);
    let took = window.wait("return window.clickTook === undefined ? false : [window.clickTook]");
    took[0].as_f64()
}
