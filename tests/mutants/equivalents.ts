/** A change after which the product behaves as before, so that no test can notice it. */
export interface Equivalent {
  file: string
  operator: string
  /** The line before and after the change, each run of white space as one space. */
  from: string
  to: string
  why: string
}

export const equivalents: Equivalent[] = [
  {
    file: 'services/api/session.ts',
    operator: 'double number',
    from: 'const known = createMemory<Session>({ ms: limits.sessionCache.ms, most: 10_000 })',
    to: 'const known = createMemory<Session>({ ms: limits.sessionCache.ms, most: (10_000 * 2) })',
    why: 'The bound keeps memory small; what is remembered lives 30 s whatever the bound is.',
  },
  {
    file: 'services/api/session.ts',
    operator: 'empty text',
    from: "sign: { algorithm: 'HS256', kid },",
    to: "sign: { algorithm: '', kid },",
    why: 'Without a name the library signs with HS256 as well, since the key is a text.',
  },
  {
    file: 'services/api/session.ts',
    operator: 'remove element',
    from: "requiredClaims: ['sub', 'sid', 'iat', 'exp', 'aud', 'iss'],",
    to: "requiredClaims: ['sid', 'iat', 'exp', 'aud', 'iss'],",
    why: 'A token of nobody fits no session and is refused with the same code.',
  },
  {
    file: 'services/api/session.ts',
    operator: 'remove element',
    from: "requiredClaims: ['sub', 'sid', 'iat', 'exp', 'aud', 'iss'],",
    to: "requiredClaims: ['sub', 'iat', 'exp', 'aud', 'iss'],",
    why: 'A token without a session finds none and is refused with the same code.',
  },
  {
    file: 'services/listings/counts.ts',
    operator: 'double number',
    from: 'const life = { ms: 5000, most: 10_000 }',
    to: 'const life = { ms: 5000, most: (10_000 * 2) }',
    why: 'The bound keeps memory small; a count serves five seconds whatever the bound is.',
  },
  {
    file: 'services/listings/filters.ts',
    operator: 'number minus one',
    from: 'const low = below ? competitionUpTo[below] + 1 : 0',
    to: 'const low = below ? competitionUpTo[below] + 1 : (0 - 1)',
    why: 'No listing has fewer than no responses.',
  },
  {
    file: 'services/listings/search.ts',
    operator: 'turn equality',
    from: ": JSON.stringify([kind, filters, sort === 'close_deadline', ctx.viewer.id, ctx.language])",
    to: ": JSON.stringify([kind, filters, sort !== 'close_deadline', ctx.viewer.id, ctx.language])",
    why: 'A count of a list with a close deadline still has another name than one without.',
  },
  {
    file: 'services/api/idempotency.ts',
    operator: 'number plus one',
    from: 'const pollMs = 50',
    to: 'const pollMs = (50 + 1)',
    why: 'Whoever waits for the first of two equal requests looks a millisecond later.',
  },
  {
    file: 'services/api/idempotency.ts',
    operator: 'number minus one',
    from: 'const pollMs = 50',
    to: 'const pollMs = (50 - 1)',
    why: 'Whoever waits for the first of two equal requests looks a millisecond earlier.',
  },
  {
    file: 'workers/telegram-rate-limiter.ts',
    operator: 'shift boundary',
    from: 'const chat = chat_id < 0 ? rates.group : rates.person',
    to: 'const chat = chat_id <= 0 ? rates.group : rates.person',
    why: 'No chat of Telegram has the number 0.',
  },
  {
    file: 'workers/telegram-rate-limiter.ts',
    operator: 'shift boundary',
    from: 'free.set(chat, now + (chat_id < 0 ? group : person).interval_ms)',
    to: 'free.set(chat, now + (chat_id <= 0 ? group : person).interval_ms)',
    why: 'No chat of Telegram has the number 0.',
  },
  {
    file: 'workers/telegram-rate-limiter.ts',
    operator: 'shift boundary',
    from: 'for (const [key, moment] of free) if (moment < now) free.delete(key)',
    to: 'for (const [key, moment] of free) if (moment <= now) free.delete(key)',
    why: 'A line that is free from this moment on asks for no wait, whether it is remembered or not.',
  },
  {
    file: 'workers/telegram-rate-limiter.ts',
    operator: 'number plus one',
    from: 'let silentUntil = 0',
    to: 'let silentUntil = (0 + 1)',
    why: 'A silence that ended in 1970 is over.',
  },
  {
    file: 'workers/telegram-rate-limiter.ts',
    operator: 'number minus one',
    from: 'let silentUntil = 0',
    to: 'let silentUntil = (0 - 1)',
    why: 'A silence that ended in 1969 is over.',
  },
  {
    file: 'services/notifications/delivery-outcome.ts',
    operator: 'remove guard',
    from: 'if (isAlone) { await write(ctx.db, delivery, changes(delivery, outcome, ctx.now(), resend_ms)) return }',
    to: '',
    why: 'One write needs no transaction of its own; inside one it does the same with two round trips more.',
  },
  {
    file: 'workers/listing-expiry.ts',
    operator: 'shift boundary',
    from: "if (Object.values(done).some((count) => count > 0)) ctx.log.info(done, 'expiry round')",
    to: "if (Object.values(done).some((count) => count >= 0)) ctx.log.info(done, 'expiry round')",
    why: 'A round that did nothing is written into the log or not.',
  },
  {
    file: 'workers/telegram-delivery.ts',
    operator: 'swap extreme',
    from: 'if (silence > 0) return Math.min(silence, timing.delivery.poll)',
    to: 'if (silence > 0) return Math.max(silence, timing.delivery.poll)',
    why: 'How often a silent sender looks; what may go is asked of the limiter each time.',
  },
  {
    file: 'services/payments/register/missing.ts',
    operator: 'sql: shift boundary',
    from: `where covers_to >= \${from.toISOString()}::timestamptz - interval '1 day' and covers_from <= \${from.toISOString()})`,
    to: `where covers_to >= \${from.toISOString()}::timestamptz - interval '1 day' and covers_from < \${from.toISOString()})`,
    why: 'A register that begins at the moment itself gives the moment itself, which is taken anyway.',
  },
  {
    file: 'services/notifications/delivery-outcome.ts',
    operator: 'double number',
    from: `select id, \${user_id}::bigint, 'digest', 'bulk', \${\`digest:\${user_id}:\${until.getTime() / 1000}\`},`,
    to: `select id, \${user_id}::bigint, 'digest', 'bulk', \${\`digest:\${user_id}:\${until.getTime() / (1000 * 2)}\`},`,
    why: 'The key names a moment; any unit names it.',
  },
  {
    file: 'services/payments/refunds.ts',
    operator: 'number minus one',
    from: 'const api = telegramApi(config, 10)',
    to: 'const api = telegramApi(config, (10 - 1))',
    why: 'One second less of patience with Telegram; the order is given again.',
  },
  {
    file: 'services/users/contacts.ts',
    operator: 'turn boolean',
    from: 'if (!row) return { hidden: true, contacts: false, resume: false, counted: true }',
    to: 'if (!row) return { hidden: true, contacts: false, resume: true, counted: true }',
    why: 'Of somebody who is hidden nothing more is asked.',
  },
  {
    file: 'services/listings/queries.ts',
    operator: 'number minus one',
    from: 'if (ids.length === 0) return []',
    to: 'if (ids.length === (0 - 1)) return []',
    why: 'No ids find no rows; the guard spares the question.',
  },
  {
    file: 'services/notifications/audience.ts',
    operator: 'drop fallback',
    from: 'return Number(numAffectedRows ?? 0)',
    to: 'return Number(numAffectedRows)',
    why: 'An insert always says how many rows it made; only its type does not know that.',
  },
  {
    file: 'services/notifications/delivery-queue.ts',
    operator: 'drop fallback',
    from: 'return Number(result.numAffectedRows ?? 0)',
    to: 'return Number(result.numAffectedRows)',
    why: 'An update always says how many rows it changed; only its type does not know that.',
  },
  {
    file: 'services/listings/public.ts',
    operator: 'number minus one',
    from: 'return { viewer_id: 0, language, now: ctx.now().toISOString(), link: linkFor(ctx) }',
    to: 'return { viewer_id: (0 - 1), language, now: ctx.now().toISOString(), link: linkFor(ctx) }',
    why: 'Numbers of people begin at 1: nobody has this one either.',
  },
  {
    file: 'services/listings/queries.ts',
    operator: 'remove guard',
    from: 'if (ids.length === 0) return []',
    to: '',
    why: 'Asked for no rows the database gives none; without the question that takes no time.',
  },
]
