/**
 * List of all callback data that the bot accepts. A client can send any callback data for any id. `#` stands for the
 * id.
 */

/** The kind of object that the id in a callback refers to. */
export type ObjectKind =
  | 'listing'
  | 'own_listing'
  | 'deal'
  | 'request'
  | 'response'
  | 'invitation'
  | 'report'
  | 'confirmation'
  | 'case'
  | 'task'
  | 'search'

const expandWords = (prefix: string, words: string, suffix = ''): string[] =>
  words.split(' ').map((word) => `${prefix}${word}${suffix}`)

export const presses: Record<ObjectKind, string[]> = {
  // Everybody who can see a listing may press these buttons. For all other people the bot replies as to an id that does
  // not exist.
  listing: [
    ...expandWords('v1:order:', 'notme back later tomorrow off topic price term author busy', ':#'),
    ...expandWords('v1:respond:', 'start send free keep price letter change back drop in-USD', ':#'),
  ],
  own_listing: [
    ...expandWords('v1:', 'close reopen answer appeal', ':#'),
    ...expandWords('v1:wait:', 'ask_decline decline ask_close close reopen list', ':#'),
    'v1:unwanted:#',
  ],
  deal: [
    ...expandWords('v1:deal:', 'card accept return write hand_in done remind review', ':#'),
    'v1:pass:#',
    ...expandWords('v1:deal:', 'accept return', ':#:1'),
    ...expandWords('v1:deal:', 'rate send', ':#:555'),
  ],
  request: [
    ...expandWords('v1:request:', 'card accept price send why decline withdraw write', ':#'),
    ...expandWords('v1:request:accept:#:', 'agreed 1200000'),
    ...expandWords('v1:request:decline:#:', 'busy category price terms'),
  ],
  response: [
    ...expandWords('v1:resp:', 'open list shortlist write why decline undo', ':#'),
    ...expandWords('v1:resp:decline:#:', 'price experience words time spam'),
  ],
  invitation: [
    ...expandWords('v1:invite:', 'decline back', ':#'),
    ...expandWords('v1:invite:decline:#:', 'busy category price terms'),
  ],
  report: expandWords('v1:', 'hide show', ':#'),
  confirmation: expandWords('v1:', 'confirm decline', ':#'),
  case: expandWords('v1:support:', 'take close more solved', ':#'),
  task: [
    ...expandWords(
      'v1:',
      'reject other back undo claim release ask remove warn ban accept dismiss files more fold',
      ':#',
    ),
    ...expandWords('v1:', 'own_removal own_warning own_block', ':#'),
    ...expandWords('v1:', 'text before twins', ':#:1'),
    ...expandWords('v1:', 'reason removal warning block', ':#:scam'),
    'v1:approve:#:0123456789abcdef',
  ],
  search: expandWords('v1:searches:#:', 'at_once hourly daily off'),
}

/** Callbacks that contain no id of a person's object. */
export const callbacksWithoutId = [
  ...expandWords(
    'v1:',
    'cancel meant:none meant:7 searches unwanted unwanted:open settings support:ask support:pass',
  ),
  ...expandWords('v1:night', ' :from :to :off :60-480'),
  ...expandWords('v1:set:', 'all:0 all:1 messages:0 messages:1'),
  ...expandWords('v1:restore:', 'messages own_responses nothing'),
  ...expandWords('v1:', 'mute:new_order unmute:new_order language:en language:ru cards:en'),
]

export const commands = [
  ...expandWords('', 'start support paysupport settings language queue'),
  ...expandWords('', 'help terms privacy'),
]

/** Start parameters that a link to the bot may carry. */
export const links = ['page_order_orderId_#', 'page_vacancy_vacancyId_#', 'pay_project_#', 'pay_vacancy_#']
