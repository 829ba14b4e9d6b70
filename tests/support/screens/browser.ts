import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { inject } from 'vitest'

// Chromium loads the lists of suggestions below the address bar as pages of their own. In each new window this costs
// two seconds of CPU time.
const addressBarFeatures = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIReloadButton',
  'WebUIToolbar',
  'InitialWebUI',
]
// Chromium only uses the last `--disable-features` option. This list therefore repeats the features that Playwright
// disables and that matter here.
const featuresPlaywrightDisables = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Options with which text looks the same on every machine.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  `--disable-features=${[...addressBarFeatures, ...featuresPlaywrightDisables].join()}`,
]

/** Opens the installed Chromium with a profile that is deleted at the end. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: inject('chromium'), args: flags })
}

/** Saves a screenshot of a page, or of a part of it, as test-output/<journey>/<step>.png. */
export async function photograph(page: Page | Locator, journey: string, step: string): Promise<void> {
  const folder = path.join('test-output', journey)
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${step}.png`) })
}

/**
 * Collects errors of a page and its frames. A test expects the list to stay empty. When a page of another origin opens
 * in a frame, Chromium reports its log again. A message with the same time is therefore a repetition.
 */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = []
  const reportedMessages = new Set<string>()
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const complaint = `console: ${message.text()} (${message.location().url})`
    const entry = `${message.timestamp()} ${complaint}`
    if (!reportedMessages.has(entry)) complaints.push(complaint)
    reportedMessages.add(entry)
  })
  return complaints
}
