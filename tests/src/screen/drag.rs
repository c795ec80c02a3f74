//! Files that are dragged and dropped, over the protocol XDND.

use std::path::Path;
use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;
use x11rb::{COPY_DEPTH_FROM_PARENT, COPY_FROM_PARENT, CURRENT_TIME, NONE};

use super::{PATIENCE, Screen, ScreenResult};

/// How long a program may take to reply to a drag over it.
const OPINION: Duration = Duration::from_millis(500);
/// The version of the drag-and-drop protocol.
const VERSION: u32 = 5;

impl Screen {
    /// Drags files over the middle of the window with a title, until it accepts them.
    ///
    /// # Panics
    /// If there is no such window, or it does not accept them.
    pub fn drag(&self, title: &str, files: &[&Path]) -> Drag<'_> {
        let target = self.wait(title, |found| found);
        let drag = Drag::begin(self, target, files).and_then(Drag::over);
        drag.unwrap_or_else(|error| panic!("{title} does not take files: {error}"))
    }
}

/// Files that are dragged from another program, which is this one, into a window.
pub struct Drag<'a> {
    screen: &'a Screen,
    source: Window,
    target: Window,
    /// The dragged files, in the form in which the window will request them.
    list: String,
    kind: Atom,
    copy: Atom,
}

impl<'a> Drag<'a> {
    fn begin(screen: &'a Screen, target: Window, files: &[&Path]) -> ScreenResult<Self> {
        let connection = &screen.connection;
        let source = connection.generate_id()?;
        connection.create_window(
            COPY_DEPTH_FROM_PARENT,
            source,
            screen.root,
            0,
            0,
            1,
            1,
            0,
            WindowClass::INPUT_OUTPUT,
            COPY_FROM_PARENT,
            &CreateWindowAux::new(),
        )?;
        connection.set_selection_owner(source, screen.atom("XdndSelection")?, CURRENT_TIME)?;
        let list = files.iter().map(|file| format!("file://{}\r\n", file.display())).collect();
        let (kind, copy) = (screen.atom("text/uri-list")?, screen.atom("XdndActionCopy")?);
        Ok(Self { screen, source, target, list, kind, copy })
    }

    fn over(self) -> ScreenResult<Self> {
        self.tell("XdndEnter", [self.source, VERSION << 24, self.kind, NONE, NONE])?;
        let begun = Instant::now();
        while !self.is_welcome()? {
            if begun.elapsed() > PATIENCE {
                return Err("it wants none".into());
            }
        }
        Ok(self)
    }

    /// Drops them.
    ///
    /// # Panics
    /// If the window never reports that it is done with them.
    pub fn let_go(self) {
        let shown = self.tell("XdndDrop", [self.source, 0, CURRENT_TIME, 0, 0]);
        let done = shown.and_then(|()| self.hear("XdndFinished", PATIENCE));
        assert!(matches!(done, Ok(Some(_))), "{done:?}");
    }

    /// Moves, and asks whether the window accepts the files.
    fn is_welcome(&self) -> ScreenResult<bool> {
        let connection = &self.screen.connection;
        let size = connection.get_geometry(self.target)?.reply()?;
        let middle = (size.width as i16 / 2, size.height as i16 / 2);
        let root = self.screen.root;
        let at =
            connection.translate_coordinates(self.target, root, middle.0, middle.1)?.reply()?;
        let at = (at.dst_x as u32) << 16 | at.dst_y as u32;
        self.tell("XdndPosition", [self.source, 0, at, CURRENT_TIME, self.copy])?;
        let said = self.hear("XdndStatus", OPINION)?;
        Ok(said.is_some_and(|[_, flags, ..]| flags & 1 == 1))
    }

    fn tell(&self, what: &str, data: [u32; 5]) -> ScreenResult<()> {
        let message = ClientMessageEvent::new(32, self.target, self.screen.atom(what)?, data);
        let connection = &self.screen.connection;
        connection.send_event(false, self.target, EventMask::NO_EVENT, message)?;
        connection.flush()?;
        Ok(())
    }

    /// Waits for a message of the window, and meanwhile answers its requests.
    fn hear(&self, what: &str, within: Duration) -> ScreenResult<Option<[u32; 5]>> {
        let wanted = self.screen.atom(what)?;
        let begun = Instant::now();
        while begun.elapsed() < within {
            match self.screen.connection.poll_for_event()? {
                Some(Event::ClientMessage(message)) if message.type_ == wanted => {
                    return Ok(Some(message.data.as_data32()));
                }
                Some(Event::SelectionRequest(request)) => self.hand_out(&request)?,
                Some(_) => {}
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
        Ok(None)
    }

    fn hand_out(&self, request: &SelectionRequestEvent) -> ScreenResult<()> {
        let connection = &self.screen.connection;
        let known = request.target == self.kind;
        if known {
            let (place, bytes) = (request.property, self.list.as_bytes());
            connection.change_property8(
                PropMode::REPLACE,
                request.requestor,
                place,
                self.kind,
                bytes,
            )?;
        }
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: if known { request.property } else { NONE },
        };
        connection.send_event(false, request.requestor, EventMask::NO_EVENT, answer)?;
        connection.flush()?;
        Ok(())
    }
}

impl Drop for Drag<'_> {
    fn drop(&mut self) {
        // Closing the connection would destroy it too.
        let _ = self.screen.connection.destroy_window(self.source);
    }
}
