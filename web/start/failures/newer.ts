/**
 * Polyfills for the oldest supported engines (web/build/floor/floor.ts), by path. The build fails if the application
 * uses a feature without a polyfill. Each polyfill implements as much of its specification as the application uses.
 */

type List<T> = { length: number; [at: number]: T }

/** Aborts with a reason, also in engines whose `abort()` ignores the reason. */
function abortWith(controller: AbortController, reason: unknown): void {
  const { signal } = controller
  controller.abort(reason)
  if (signal.reason !== reason) Object.defineProperty(signal, 'reason', { value: reason })
}

function timeout(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => abortWith(controller, new DOMException('signal timed out', 'TimeoutError')), ms)
  return controller.signal
}

function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController()
  const allSignals = [...signals]
  const followSignal = (signal: AbortSignal) => {
    for (const signal of allSignals) signal.removeEventListener('abort', onAbort)
    abortWith(controller, signal.reason ?? new DOMException('signal is aborted', 'AbortError'))
  }
  const onAbort = ({ target }: Event) => followSignal(target as AbortSignal)
  const aborted = allSignals.find((signal) => signal.aborted)
  if (aborted) followSignal(aborted)
  else for (const signal of allSignals) signal.addEventListener('abort', onAbort)
  return controller.signal
}

function parse(url: string, base?: string): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

/** Returns a UUID version 4 (RFC 9562). */
function randomUUID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] as number) & 15) | 64
  bytes[8] = ((bytes[8] as number) & 63) | 128
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Converts an index as `at` and `with` do: decimals are cut, and negative values count from the end. */
function resolveIndex(list: List<unknown>, index: number): number {
  const wholeIndex = Math.trunc(index) || 0
  return wholeIndex < 0 ? list.length + wholeIndex : wholeIndex
}

function at<T>(this: List<T>, index: number): T | undefined {
  return this[resolveIndex(this, index)]
}

function findLast<T>(this: List<T>, test: (item: T, index: number, list: List<T>) => unknown): T | undefined {
  for (let index = this.length - 1; index >= 0; index--)
    if (test(this[index] as T, index, this)) return this[index]
  return undefined
}

function toSorted<T>(this: T[], compare?: (one: T, other: T) => number): T[] {
  return [...this].sort(compare)
}

function replaced<T>(this: T[], index: number, item: T): T[] {
  const targetIndex = resolveIndex(this, index)
  if (targetIndex < 0 || targetIndex >= this.length) throw new RangeError('Invalid index')
  const copy = [...this]
  copy[targetIndex] = item
  return copy
}

function size(this: URLSearchParams): number {
  return [...this].length
}

/** Polyfills by the path of the feature, as property descriptors. */
export const polyfills: Record<string, PropertyDescriptor> = {
  'AbortSignal.any': { value: anySignal },
  'AbortSignal.timeout': { value: timeout },
  'Array.prototype.at': { value: at },
  'Array.prototype.findLast': { value: findLast },
  'Array.prototype.toSorted': { value: toSorted },
  'Array.prototype.with': { value: replaced },
  'Crypto.prototype.randomUUID': { value: randomUUID },
  'Object.hasOwn': {
    value: (object: object, name: PropertyKey) => Object.getOwnPropertyDescriptor(object, name) !== undefined,
  },
  'String.prototype.at': { value: at },
  'URL.parse': { value: parse },
  'URLSearchParams.prototype.size': { get: size },
}

/** Adds the features that the browser lacks. Existing features stay untouched. */
export function addPolyfills(target: object = globalThis): void {
  for (const [path, property] of Object.entries(polyfills)) {
    const names = path.split('.')
    const name = names.pop() as string
    const owner = names.reduce<unknown>(
      (part, each) => (part as Record<string, unknown> | undefined)?.[each],
      target,
    )
    if (owner && !(name in (owner as object)))
      Object.defineProperty(owner, name, {
        ...property,
        configurable: true,
        ...('value' in property && { writable: true }),
      })
  }
}
