/**
 * Every callback that the bot accepts, written out: a client can send any callback data for any id. `#` is replaced by
 * the id.
 */

/** The kind of object that the id in a callback refers to. */
export type Named =
  | 'listing'
  | 'own_listing'
  | 'deal'
  | 'response'
  | 'invitation'
  | 'report'
  | 'confirmation'
  | 'case'
  | 'task'
  | 'search'

const each = (before: string, words: string, after = ''): string[] =>
  words.split(' ').map((word) => `${before}${word}${after}`)

export const presses: Record<Named, string[]> = {
  // Allowed to everybody who can see the listing; others get the answer for an absent id.
  listing: [
    ...each('v1:order:', 'notme back later tomorrow off topic price term author busy', ':#'),
    ...each('v1:respond:', 'start send free keep price letter change back drop in-USD', ':#'),
  ],
  own_listing: [
    ...each('v1:', 'close reopen answer appeal', ':#'),
    ...each('v1:wait:', 'ask_decline decline ask_close close reopen list', ':#'),
    'v1:unwanted:#',
  ],
  deal: [
    ...each('v1:deal:', 'card accept return write hand_in done remind review', ':#'),
    ...each('v1:deal:', 'accept return', ':#:1'),
    ...each('v1:deal:', 'rate send', ':#:555'),
  ],
  response: [
    ...each('v1:resp:', 'open list shortlist write why decline undo', ':#'),
    ...each('v1:resp:decline:#:', 'price experience words time spam'),
  ],
  invitation: [
    ...each('v1:invite:', 'decline back', ':#'),
    ...each('v1:invite:decline:#:', 'busy category price terms'),
  ],
  report: each('v1:', 'hide show', ':#'),
  confirmation: each('v1:', 'confirm decline', ':#'),
  case: each('v1:support:', 'take close more solved', ':#'),
  task: [
    ...each(
      'v1:',
      'reject other back undo claim release ask remove warn ban accept dismiss files fold',
      ':#',
    ),
    ...each('v1:', 'own_removal own_warning own_block', ':#'),
    ...each('v1:', 'text before twins', ':#:1'),
    ...each('v1:', 'reason removal warning block', ':#:scam'),
    'v1:approve:#:0123456789abcdef',
  ],
  search: each('v1:searches:#:', 'at_once hourly daily off'),
}

/** Callbacks without an id of anybody's object. */
export const bare = [
  ...each('v1:', 'cancel searches unwanted unwanted:open settings support:ask support:pass'),
  ...each('v1:night', ' :from :to :off :60-480'),
  ...each('v1:set:', 'all:0 all:1 messages:0 messages:1'),
  ...each('v1:', 'mute:new_order unmute:new_order language:en language:ru cards:en'),
]

export const commands = [
  ...each('', 'start support paysupport settings language queue'),
  ...each('', 'help terms privacy'),
]

/** Start parameters that a link to the bot may carry. */
export const links = ['page_order_orderId_#', 'page_vacancy_vacancyId_#', 'pay_project_#', 'pay_vacancy_#']
