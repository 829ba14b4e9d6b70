import { isConnectionLost, onConnection } from '#web/client/http/network.ts'
import { PartLost } from '#web/start/failures/part-lost.ts'

type Load<T> = () => Promise<T>

/** Waits in milliseconds before the retries of a failed download. */
const retryDelaysMs = [1000, 3000]
/** Timeout of one download. The browser caches the part of the file that arrived before. */
const timeoutMs = 15_000

/** True if a browser's error message means a failed download, not an error in the module's code. */
const isDownloadError = (error: unknown) =>
  error instanceof Error && /import(ing|ed)? .*module|module script/i.test(error.message)

/** Downloads of files, running or finished, by name. */
const files = new Map<string, Promise<void>>()

/** Waits for this many milliseconds. The wait ends earlier if the connection is back. */
function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stopWaiting = () => {
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('online', stopWaiting)
      resolve()
    }
    const timer = setTimeout(stopWaiting, ms)
    const unsubscribe = onConnection(() => !isConnectionLost() && stopWaiting())
    window.addEventListener('online', stopWaiting)
  })
}

async function withRetries<T>(run: Load<T>): Promise<T> {
  for (const ms of retryDelaysMs)
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof PartLost)) throw error
      await waitFor(ms)
    }
  return run()
}

/** Downloads a file into the browser's cache. @throws PartLost */
async function fetchFile(path: string): Promise<void> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const response = await fetch(path, { signal: controller.signal })
    // The whole body is read, because browsers do not cache an interrupted download.
    await response.arrayBuffer()
    if (!response.ok) throw new PartLost(path, response.status === 404)
  } catch (error) {
    throw error instanceof PartLost ? error : new PartLost(path)
  } finally {
    clearTimeout(timer)
  }
}

/** True if the page already has this style sheet, even if the sheet failed to load and has no rules. */
const hasSheet = (path: string) =>
  path.endsWith('.css') && [...document.styleSheets].some(({ href }) => href?.endsWith(path))

/** Adds a cached style sheet to the page. @throws PartLost */
function attachSheet(path: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  // The link has the same CORS mode as the download, so that the browser uses its cached copy.
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

/** Runs a download once per name. A download that failed may be repeated. */
function runOnce(name: string, run: Load<void>): Promise<void> {
  const loading = files.get(name)
  if (loading !== undefined) return loading
  const loadingPart = withRetries(run)
  files.set(name, loadingPart)
  loadingPart.catch(() => files.delete(name))
  return loadingPart
}

/**
 * Loads a part of the built application. The bundler replaces each `import()` with a call of this function with the
 * list of files (see web/build/part-loader.ts). Files are downloaded before the import, because many browsers remember
 * a failed module import and never retry it.
 * @throws PartLost
 */
export async function loadPart<T>(load: Load<T>, names: readonly string[] = []): Promise<T> {
  const paths = names.map((name) => `/${name}`).filter((path) => !hasSheet(path))
  await Promise.all(paths.map((path) => runOnce(path, () => fetchFile(path))))
  // Style sheets are added in the given order, because later rules take precedence.
  const sheets = paths.filter((path) => path.endsWith('.css'))
  await Promise.all(sheets.map((path) => runOnce(`sheet ${path}`, () => attachSheet(path))))
  return withRetries(() =>
    load().catch((error: unknown) => {
      throw isDownloadError(error) ? new PartLost(String(error)) : error
    }),
  )
}
