import path from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import type { RobokassaConfig } from '#services/core/config/config.ts'
import { measureRequest } from '#services/core/observability/metrics.ts'
import { parseSum } from '#services/payments/robokassa/signature.ts'
import { signatureOf } from './signature.ts'

/** State of an invoice at the provider. Only the state `paid` means that the shop has got the money. */
export interface OperationState {
  meaning: keyof typeof stateCodes | 'not_found' | 'two_operations' | 'unknown'
  result_code: number
  state_code: number | null
  /**
   * `Info/OutSum` of the provider's answer in kopecks. It is either the sum of the invoice or the sum credited to the
   * shop (services/payments/verification/settlement.ts).
   */
  out_sum_kopecks: number | null
  /** The provider's key of the payment operation, which a refund needs. */
  op_key: string | null
  /** Time at which the state of the invoice last changed, by the provider's clock. */
  state_at: string | null
  shp: Record<string, string>
}

const stateCodes = {
  waiting: [5],
  not_received: [10],
  held: [20],
  crediting: [50],
  returned: [60],
  suspended: [80],
  paid: [100],
}

const code = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
const field = z.object({ Name: z.string(), Value: z.string() })
/** Treats an empty XML element as absent, such as `<Info />` in the answer about an unpaid operation. */
const orEmpty = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((element) => (element === '' ? undefined : element), shape.optional())
const Answer = z.object({
  OperationStateResponse: z.object({
    Result: z.object({ Code: code }),
    State: orEmpty(z.object({ Code: orEmpty(code), StateDate: z.string().optional() })),
    Info: orEmpty(z.object({ OutSum: z.string().optional(), OpKey: z.string().optional() })),
    UserField: orEmpty(z.object({ Field: z.array(field) })),
  }),
})

const parser = new XMLParser({
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name) => name === 'Field',
})

/** Result code with which the provider reports a wrong signature. */
const wrongSignature = 1

/**
 * Asks the provider for the state of an invoice (OpStateExt). While the shop's passwords are being replaced, it tries
 * both the old and the new password.
 * @throws RobokassaUnavailable if the provider gives no readable answer
 */
export async function operationState(
  config: RobokassaConfig,
  inv_id: number,
  asking: RequestOptions = {},
): Promise<OperationState> {
  const state = await requestState(config, config.password2, inv_id, asking)
  const { other_password2 } = config
  if (state.result_code !== wrongSignature || !other_password2) return state
  return requestState(config, other_password2, inv_id, asking)
}

async function requestState(
  config: RobokassaConfig,
  password: string,
  inv_id: number,
  asking: RequestOptions,
): Promise<OperationState> {
  const url = new URL(config.state_url)
  url.searchParams.set('MerchantLogin', config.merchant)
  url.searchParams.set('InvoiceID', String(inv_id))
  const signature = signatureOf(config.hash, [config.merchant, String(inv_id), password])
  url.searchParams.set('Signature', signature)
  return readState(await sendRequest(url, { method: 'GET' }, asking))
}

/**
 * Parses the provider's answer about the state of an invoice.
 * @throws RobokassaUnavailable when the text is no such answer
 */
export function readState(answer: string): OperationState {
  // The provider sometimes sends white space before the XML declaration, although XML forbids it.
  const xml = answer.trim()
  if (/<!(doctype|entity)/i.test(xml)) throw new RobokassaUnavailable('the answer has a DOCTYPE')
  if (XMLValidator.validate(xml) !== true) throw new RobokassaUnavailable('the answer is not XML')
  const parsed = Answer.safeParse(parser.parse(xml))
  if (!parsed.success) throw new RobokassaUnavailable('the answer has another shape')
  const { Result, State, Info, UserField } = parsed.data.OperationStateResponse
  const fields = UserField?.Field ?? []
  return {
    meaning: meaningOf(Result.Code, State?.Code),
    result_code: Result.Code,
    state_code: State?.Code ?? null,
    out_sum_kopecks: parseSum(Info?.OutSum ?? '') ?? null,
    op_key: Info?.OpKey || null,
    state_at: isoTime(State?.StateDate),
    shp: Object.fromEntries(fields.map(({ Name, Value }) => [Name, Value])),
  }
}

/** Converts a time of the provider, which has seven decimals and a UTC offset, to ISO 8601. */
function isoTime(text: string | undefined): string | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function meaningOf(result: number, state: number | undefined): OperationState['meaning'] {
  if (result === 3) return 'not_found'
  if (result === 4) return 'two_operations'
  if (result !== 0 || state === undefined) return 'unknown'
  const names = Object.keys(stateCodes) as (keyof typeof stateCodes)[]
  return names.find((name) => stateCodes[name].includes(state)) ?? 'unknown'
}

/** Error that the provider gave no valid answer. The state of the payment or refund is unknown then. */
export class RobokassaUnavailable extends Error {
  override name = 'RobokassaUnavailable'
}

export interface RequestOptions {
  fetch?: typeof fetch
  /** Milliseconds within which the whole answer must arrive, including its body. */
  timeout?: number
}

const maxAnswerBytes = 64 * 1024

/**
 * Sends a request to the provider and reads a short answer.
 * @throws RobokassaUnavailable for a failed connection, a status other than 200, a timeout or a long answer
 */
export async function sendRequest(url: URL, request: RequestInit, asking: RequestOptions): Promise<string> {
  const { fetch: send = fetch, timeout = 10_000 } = asking
  try {
    return await measureRequest('robokassa', path.basename(url.pathname), async () => {
      const signal = AbortSignal.timeout(timeout)
      const response = await send(url, { ...request, signal, redirect: 'error' })
      if (response.status !== 200) throw new Error(`status ${response.status}`)
      return readBody(response)
    })
  } catch (error) {
    // The URL contains a signature, so the error names only the reason of the failure and not the URL.
    throw new RobokassaUnavailable(`no answer: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxAnswerBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
