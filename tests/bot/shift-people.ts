import { client, login, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openModeratorsChat } from './moderators-chat.ts'
import { type Moderator, openDecisionPlaces } from './shift-doors.ts'
import { type Message, moderatorInChat, waitForReply } from './telegram.ts'

/** A person who has opened the app and reads the bot's messages. */
export type Reader = {
  app: Person
  /**
   * Waits for the bot's message with this text.
   * @throws if there are two such messages
   */
  waitForMessage(fragment: string): Promise<string>
  countMessages(fragment: string): Promise<number>
}

let people = 7_000_600_000

/** Opens the moderators' chat with two moderators, and creates people whose submissions and reports arrive there. */
export async function openShift() {
  const chat = await openModeratorsChat()
  const { setup, api, maria } = chat
  setup.ctx.config.MODERATION_UNDO_MS = 0
  const { db } = setup.ctx
  const decisionPlaces = openDecisionPlaces(chat)
  const moderator = async (
    name: string,
    account: { id: number; telegram_id: number },
  ): Promise<Moderator> => {
    await setup.telegram.post(`/users/${account.telegram_id}/start`)
    return { name, ...account, app: await login(api, { id: account.telegram_id, first_name: name }) }
  }
  const moderators = [
    await moderator('Мария', maria),
    await moderator('Вера', await moderatorInChat(setup)),
  ] as const

  function messageListener(app: Person, telegram_id: number): Reader {
    const findTexts = async (fragment: string) => {
      const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${telegram_id}`)
      const texts = messages.flatMap(({ from, text = '' }) =>
        from.is_bot ? [text.replace(/[\u00a0\u202f]/g, ' ')] : [],
      )
      return texts.filter((text) => text.includes(fragment))
    }
    return {
      app,
      countMessages: async (fragment) => (await findTexts(fragment)).length,
      async waitForMessage(fragment) {
        const [text = '', ...repeated] = await eventually(async () => {
          const matchingTexts = await findTexts(fragment)
          return matchingTexts.length > 0 && matchingTexts
        })
        if (repeated.length > 0) throw new Error(`was told ${repeated.length + 1} times: ${fragment}`)
        return text
      },
    }
  }

  async function reader(): Promise<Reader> {
    const id = ++people
    await setup.telegram.post('/users', { id, first_name: 'Игорь', language_code: 'ru' })
    const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`)
    await waitForReply(setup, id, message_id)
    return messageListener(await client(api, { id, first_name: 'Игорь', language_code: 'ru' }), id)
  }

  type TaskSubject = { listing_id: number; subject?: 'listing' | 'revision' }
  async function taskOf({ listing_id, subject = 'listing' }: TaskSubject): Promise<number> {
    const { id } = await db
      .selectFrom('moderation_tasks')
      .select('id')
      .where('listing_id', '=', listing_id)
      .where('subject', '=', subject)
      .where('applied_at', 'is', null)
      .executeTakeFirstOrThrow()
    return id
  }

  /** Files a report. Returns the text of its card and its moderation task. */
  async function fileComplaint(
    reporter: Reader,
    subject_type: 'listing' | 'user' | 'message',
    subject_id: number,
  ) {
    const body = { subject_type, subject_id, reason: 'scam', comment: `Посмотрите ${subject_id}` } as const
    const { id } = await reporter.app.call('POST /api/reports', { body })
    const report = db.selectFrom('reports').select('task_id').where('id', '=', id)
    const task_id = (await report.executeTakeFirstOrThrow()).task_id ?? 0
    return { task_id, card: await decisionPlaces.textOf(task_id) }
  }

  const waitForClosed = (task_id: number) =>
    eventually(() =>
      db
        .selectFrom('moderation_tasks')
        .select('state')
        .where('id', '=', task_id)
        .where('applied_at', 'is not', null)
        .executeTakeFirst(),
    )

  /** Edits wait half a minute to share one review card. Ends this wait. */
  const releaseEdits = () =>
    setup.owner
      .updateTable('event_tasks')
      .set({ due_at: new Date(0).toISOString(), next_at: new Date(0).toISOString() })
      .where('done_at', 'is', null)
      .execute()

  return {
    api,
    db,
    places: decisionPlaces,
    moderators,
    reader,
    taskOf,
    fileComplaint,
    waitForClosed,
    releaseEdits,
    close: chat.close,
    listing: chat.listing,
    moved: chat.waitForStatus,
    textOf: decisionPlaces.textOf,
    readerOf: ({ app, telegram_id }: Moderator) => messageListener(app, telegram_id),
  }
}

export type Shift = Awaited<ReturnType<typeof openShift>>
