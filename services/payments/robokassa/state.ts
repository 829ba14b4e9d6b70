import path from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import type { RobokassaConfig } from '#services/core/config/config.ts'
import { measureRequest } from '#services/core/observability/metrics.ts'
import { parseSum } from '#services/payments/robokassa/signature.ts'
import { signatureOf } from './signature.ts'

/** The provider's state of an invoice. Only the state `paid` means that the money is ours. */
export interface OperationState {
  meaning: keyof typeof stateCodes | 'not_found' | 'two_operations' | 'unknown'
  result_code: number
  state_code: number | null
  /**
   * Kopecks of `Info/OutSum`: the sum of the invoice, or the sum credited to the shop
   * (services/payments/verification/settlement.ts).
   */
  out_sum_kopecks: number | null
  /** The provider's key of the operation, needed for refunds. */
  op_key: string | null
  /** Time by the provider's clock when the state last changed. */
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
/** Reads an empty XML element, such as `<Info />` of an unpaid operation, as absent. */
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

/** The provider's result code for a wrong signature. */
const wrongSignature = 1

/**
 * Asks the provider for the state of an invoice (OpStateExt). While the shop's passwords are being replaced, the other
 * password is tried too.
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
 * @throws RobokassaUnavailable when the text is no answer of this service
 */
export function readState(answer: string): OperationState {
  // The provider sometimes sends white space before the XML declaration, which XML forbids.
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

/** Converts the provider's time, which has seven decimals and an offset, to ISO 8601. */
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

/** Error when the provider gave no valid answer, so that the state is unknown. */
export class RobokassaUnavailable extends Error {
  override name = 'RobokassaUnavailable'
}

export interface RequestOptions {
  fetch?: typeof fetch
  /** Milliseconds that the whole answer may take, its body included. */
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
    // The URL contains a signature, so the error has only the reason of the failure.
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
