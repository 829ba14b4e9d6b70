import { sql } from 'kysely'
import type { z } from 'zod'
import type { SupportCase } from '#contract/calls/admin-support.ts'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#services/core/context.ts'
import { linkFor } from '#services/core/servers/file-urls.ts'
import { type FileRow, filesJson, toFile } from '#services/files/queries.ts'
import { type Page, type Paging, readPage, total } from './pages.ts'

type Case = z.output<typeof SupportCase>
type Message = Omit<Case['messages'][number], 'files'> & { files: FileRow[] }

/** Maximum messages shown per support case. */
const maxShown = sql.lit(20)

const messages = sql<Message[]>`(
  select json_agg(json_build_object('id', support_message.id, 'side', side, 'author_name', author.full_name,
    'content', content, 'has_media', media is not null, 'state', support_message.state, 'said_at', said_at,
    'files', ${filesJson('support_message')}) order by support_message.id)
  from (select * from support_messages where case_id = support_cases.id order by id desc limit ${maxShown}) support_message
  left join users author on author.id = support_message.author_id)`

function selectCases({ db }: Context) {
  return db
    .selectFrom('support_cases')
    .innerJoin('users as person', 'person.id', 'support_cases.user_id')
    .leftJoin('users as staff', 'staff.id', 'support_cases.staff_id')
    .select(['support_cases.id', 'support_cases.state', 'closed_by', 'opened_at', 'last_at', 'last_side'])
    .select(['chat_id', 'card_id', 'topic_id', 'staff.full_name as staff_name'])
    .select(['person.id as person_id', 'person.full_name', messages.as('messages'), total])
    .select(
      sql<number>`(select count(*)::int from support_messages where case_id = support_cases.id)`.as(
        'messages_count',
      ),
    )
}
type SupportCaseRow = Awaited<ReturnType<ReturnType<typeof selectCases>['execute']>>[number]

/**
 * Lists support cases. Cases that wait for an answer come first, by longest wait; all others follow by latest message.
 */
export async function listSupportCases(
  ctx: Context,
  filter: Paging & { view: 'waiting' | 'open' | 'closed' },
): Promise<Page<Case>> {
  const { view } = filter
  const matching = selectCases(ctx)
    .where('support_cases.state', '=', view === 'closed' ? 'closed' : 'open')
    .$if(view === 'waiting', (query) => query.where('last_side', '=', 'person'))
    .orderBy('last_at', view === 'waiting' ? 'asc' : 'desc')
    .orderBy('support_cases.id', 'desc')
  const { items, pagination } = await readPage(matching, filter)
  return { items: items.map((row) => toCase(ctx, row)), pagination }
}

/** @throws not_found if the support case does not exist */
export async function getSupportCase(ctx: Context, id: number): Promise<Case> {
  const row = await selectCases(ctx).where('support_cases.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { total: _, ...rest } = row
  return toCase(ctx, rest)
}

function toCase(ctx: Context, row: Omit<SupportCaseRow, 'total'>): Case {
  const { person_id, full_name, last_side, chat_id, card_id, topic_id, messages, ...rest } = row
  const link = linkFor(ctx)
  return {
    ...rest,
    person: { id: person_id, full_name },
    is_waiting: rest.state === 'open' && last_side === 'person',
    chat_url: addressOf(chat_id, topic_id ?? card_id),
    messages: (messages ?? []).map(({ files, ...message }) => ({
      ...message,
      files: files.map((file) => toFile(file, link)),
    })),
  }
}

/** Returns the t.me link of a message. Telegram has such links only for messages in supergroups. */
function addressOf(chat_id: number | null, message_id: number | null): string | null {
  const group = /^-100(\d+)$/.exec(String(chat_id))?.[1]
  return group && message_id ? `https://t.me/c/${group}/${message_id}` : null
}
