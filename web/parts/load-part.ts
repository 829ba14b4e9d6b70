import { isConnectionLost, onConnection } from '#web/client/network.ts'
import { PartLost } from '#web/start/part-lost.ts'

type Load<T> = () => Promise<T>

/** Before each further try. */
const pausesMs = [1000, 3000]
/** A file that hangs is not waited for longer; what has come of it until then the browser keeps. */
const patienceMs = 15_000

/** How browsers say that the code did not come, in distinction from code that came and failed. */
const isMissing = (error: unknown) =>
  error instanceof Error && /import(ing|ed)? .*module|module script/i.test(error.message)

/** Files that are here, or on their way. */
const files = new Map<string, Promise<void>>()

/** A pause that ends sooner when the network comes back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      leave()
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const leave = onConnection(() => !isConnectionLost() && end())
    window.addEventListener('online', end)
  })
}

async function withTries<T>(run: Load<T>): Promise<T> {
  for (const ms of pausesMs)
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof PartLost)) throw error
      await pause(ms)
    }
  return run()
}

/** Brings a file into the browser's cache. @throws PartLost */
async function fetchFile(path: string): Promise<void> {
  const giving = new AbortController()
  const timer = setTimeout(() => giving.abort(), patienceMs)
  try {
    const response = await fetch(path, { signal: giving.signal })
    // Read to its end: a file that broke off is no file, and is not kept.
    await response.arrayBuffer()
    if (!response.ok) throw new PartLost(path, response.status === 404)
  } catch (error) {
    throw error instanceof PartLost ? error : new PartLost(path)
  } finally {
    clearTimeout(timer)
  }
}

/** A sheet that did not come stands in the page as well, and is empty. */
const hasSheet = (path: string) =>
  path.endsWith('.css') && [...document.styleSheets].some(({ href }) => href?.endsWith(path))

/** Puts a style sheet that is in the cache into the page. @throws PartLost */
function attachSheet(path: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  // As it was fetched, or the browser would ask for it a second time.
  link.crossOrigin = ''
  link.href = path
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new PartLost(path))
    }
    document.head.append(link)
  })
}

/** What is asked for twice comes once; what has failed may be asked for again. */
function once(name: string, run: Load<void>): Promise<void> {
  const known = files.get(name)
  if (known !== undefined) return known
  const coming = withTries(run)
  files.set(name, coming)
  coming.catch(() => files.delete(name))
  return coming
}

/**
 * The way of every `import()` of the built application: the bundler hands each one over, with the files it needs (see
 * web/build/part-loader.ts). They are fetched first, because many browsers remember that a module did not come and
 * never ask for it again, nor for anything that needs it.
 * @throws PartLost
 */
export async function loadPart<T>(load: Load<T>, names: readonly string[] = []): Promise<T> {
  const paths = names.map((name) => `/${name}`).filter((path) => !hasSheet(path))
  await Promise.all(paths.map((path) => once(path, () => fetchFile(path))))
  // In the order of the list, which is the order in which the sheets overrule each other.
  const sheets = paths.filter((path) => path.endsWith('.css'))
  await Promise.all(sheets.map((path) => once(`sheet ${path}`, () => attachSheet(path))))
  return withTries(() =>
    load().catch((error: unknown) => {
      throw isMissing(error) ? new PartLost(String(error)) : error
    }),
  )
}
