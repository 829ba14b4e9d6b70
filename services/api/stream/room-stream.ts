import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { findViewer, type SessionCache } from '#services/api/request/session.ts'
import type { ChatFollowers, Follower } from '#services/chat/followers.ts'
import { notePresence } from '#services/chat/presence.ts'
import { type ChatEvent, type ReaderPosition, readRoomEvents } from '#services/chat/room-events.ts'
import type { Context } from '#services/core/context.ts'
import type { Ticket } from '#services/core/request-context.ts'
import { linkFor } from '#services/core/servers/file-urls.ts'
import { eventText, heartbeat } from './event-stream.ts'

/** Resources that all chat streams of a process share. */
export type SharedByStreams = { ctx: Context; followers: ChatFollowers; sessions: SessionCache }

type StreamOptions = Pick<RoomStream, 'request_id' | 'since'> & {
  ticket: Ticket
  answer: ServerResponse
  position: ReaderPosition
  onEnd: (stream: RoomStream) => void
}

/**
 * A stream that sends a client the events of its chat until the client disconnects or the session ends. Most of the
 * thousands of open streams are idle. So an idle stream holds no pending promise or timer; `followers` wakes it.
 */
export class RoomStream implements Follower {
  #isReading = false
  /** True if the chat may have changed since the last query began. */
  #isBehind = false
  #isOver = false
  readonly #shared: SharedByStreams
  readonly #ticket: Ticket
  readonly #answer: ServerResponse
  readonly #position: ReaderPosition
  readonly #onEnd: (stream: RoomStream) => void
  readonly request_id: string
  /** Start of the request, as `performance.now()`. */
  readonly since: number

  constructor(shared: SharedByStreams, stream: StreamOptions) {
    this.#shared = shared
    this.#ticket = stream.ticket
    this.#answer = stream.answer
    this.#position = stream.position
    this.#onEnd = stream.onEnd
    this.request_id = stream.request_id
    this.since = stream.since
    shared.followers.follow(stream.ticket.room_id, this)
    this.#answer.once('close', () => this.#leave())
  }

  wake(): void {
    this.#isBehind = true
    if (!this.#isReading) void this.#sendNewEvents()
  }

  poll(): void {
    this.#answer.write(heartbeat)
    this.wake()
  }

  typing(user_id: number): void {
    const { room_id } = this.#ticket
    if (user_id !== this.#ticket.user_id)
      this.#answer.write(eventText({ event: 'typing', data: { room_id, user_id } }))
  }

  /** Closes the stream. The client reconnects with a new ticket. */
  close(): void {
    this.#leave()
    this.#answer.end()
  }

  get #presence() {
    const { room_id, user_id } = this.#ticket
    return { room_id, user_id, stream_id: this.request_id }
  }

  get user_id(): number {
    return this.#ticket.user_id
  }

  /** Reads the new events of the chat and sends them to the client. Never throws. */
  async #sendNewEvents(): Promise<void> {
    const { ctx, sessions } = this.#shared
    this.#isReading = true
    try {
      while (this.#isBehind && !this.#isOver) {
        this.#isBehind = false
        await findViewer(sessions, this.#ticket)
        const events = await readRoomEvents(ctx.db, linkFor(ctx), this.#position)
        if (!this.#isOver) await notePresence(ctx, this.#presence, true)
        for (const event of events) await this.#send(event)
      }
    } catch (error) {
      ctx.log.debug({ err: error, room_id: this.#ticket.room_id }, 'a stream ended')
      this.close()
    }
    this.#isReading = false
  }

  async #send({ event, data }: ChatEvent): Promise<void> {
    if (this.#isOver) return
    const text = eventText({ event, data, ...(event === 'message' && { id: data.id }) })
    // Waits until the client has received the data. If the client has vanished, the wait may last forever, so no other
    // code awaits this function.
    if (!this.#answer.write(text)) await once(this.#answer, 'drain')
  }

  /**
   * Ends the stream; further calls do nothing. A running query is not awaited, because a write to a vanished client may
   * never finish.
   */
  #leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    const { ctx, followers: live } = this.#shared
    live.leave(this.#ticket.room_id, this)
    void notePresence(ctx, this.#presence, false)
    this.#onEnd(this)
  }
}
