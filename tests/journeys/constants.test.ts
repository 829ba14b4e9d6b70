import type { Locator, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { pollWithClock, stopClock } from './clock.ts'
import { frameOf, listingWith, openAppAt } from './navigation.ts'
import { setUpJourneys } from './setup.ts'
import { answerHomeQuestion, chooseRussian } from './steps.ts'

/** Section 9 of the specification names constants. Each test measures one of them in the running mini-app. */
const setup = setUpJourneys({ hasDemo: true, roles: ['telegram', 'api'] })

const freelancer = { id: 5000000000000034 }
const shopOwner = { id: 5000000000000012 }
const second = 1000
const invoiceCall = '/pay/generate-payment-robokassa'

/** Records the time when a page starts and the time when its loading screen ends, by the page's clock. */
const noteLoader = `window.bornAt = performance.now()
new MutationObserver(() => {
  if (document.documentElement.classList.contains('started')) window.leftAt ??= performance.now()
}).observe(document, { attributes: true, subtree: true })`

const widthOf = async (target: Locator) => Math.round((await target.boundingBox())?.width ?? 0)

test('a collection of 20, pages of 10, the rouble as a person’s currency, a loader of 1.5 s, Russian by default', async () => {
  const { id } = await setup.world.telegram.post<{ id: number }>('/users', {
    first_name: 'Jonas',
    last_name: 'Weber',
    language_code: 'de',
    phone: '+4915100000001',
  })
  const phone = await setup.phoneOf({ id }, { motion: true })
  const requests: Request[] = []
  phone.page.on('request', (request) => requests.push(request))
  const login = phone.page.waitForResponse('**/auth/login')
  await stopClock(phone.page)
  await phone.page.addInitScript(noteLoader)
  await phone.page.goto(`${phone.page.url()}&tme=otklik_demo_bot%3Fstartapp%3Dpage_search-personal`)
  // The mini-app renders the screen behind its loading screen. On a slow machine this takes long, while the page's
  // clock hardly moves.
  const languageQuestion = phone.app.getByRole('heading', { name: 'Выберите язык' })
  await pollWithClock(phone.page, async () => (await languageQuestion.count()) === 1, 1000)
  expect((await (await login).json()).user.currency_id).toBe(1)
  expect(await phone.app.locator('html').getAttribute('lang')).toBe('ru')
  const frame = await frameOf(phone)
  const age = await frame.evaluate<number>('performance.now() - bornAt')
  await phone.page.clock.runFor(1499 - Math.round(age))
  expect(await phone.app.locator('html.started').count()).toBe(0)
  await phone.page.clock.runFor(1)
  await pollWithClock(phone.page, async () => (await phone.app.locator('html.started').count()) === 1)
  const loaderMs = await frame.evaluate<number>('leftAt - bornAt')
  expect(loaderMs).toBeGreaterThanOrEqual(1.5 * second)
  expect(loaderMs).toBeLessThanOrEqual(1.5 * second + 20)
  await phone.page.clock.resume()
  await phone.waitForApp()
  await chooseRussian(phone)
  await answerHomeQuestion(phone, 'Ищу работу')
  await phone.app.getByRole('link', { name: 'Заказы', exact: true }).click()

  const bodyOf = (path: string) => requests.find((request) => request.url().endsWith(path))?.postDataJSON()
  // On a slow machine the cards of the personal feed are still there when the list is asked for.
  await expect.poll(() => bodyOf('/api/projects')).toMatchObject({ pagination: { per_page: 10, page: 1 } })
  expect(bodyOf('/api/users/freelancer_jobs')).toMatchObject({ limit: 20, offset: 0 })
})

test('a response has 500 characters, TON and type 200; a boosted one type 20', async () => {
  const phone = await openAppAt(
    setup,
    freelancer,
    `/order/${await listingWith(setup, 'иконок для приложения')}`,
  )
  await phone.app.getByRole('button', { name: 'Откликнуться' }).click()
  const sheet = phone.app.getByRole('dialog', { name: 'Отклик на заказ' })
  const text = sheet.getByRole('textbox', { name: 'Сообщение заказчику' })
  await text.fill('Нарисую за неделю.')
  expect(await text.getAttribute('maxlength')).toBe('500')
  await sheet.getByText('18 / 500').waitFor()
  expect(await sheet.getByRole('combobox', { name: 'Валюта' }).inputValue()).toBe('TON')
  const types: number[] = []
  await phone.page.route('**/api/projects/add_resp', async (route) => {
    types.push(route.request().postDataJSON().response.response_type)
    await route.fulfill({ status: 409, json: { statusCode: 409, code: 'listing_closed', message: '' } })
  })
  await sheet.getByRole('button', { name: /^Поднять и откликнуться/ }).click()
  await expect.poll(() => types).toEqual([20])
  await sheet.getByRole('button', { name: /^Откликнуться$/ }).click()
  await expect.poll(() => types).toEqual([20, 200])
  phone.complaints.length = 0 // The console logs both refused requests.
})

test('a publication costs 2 500 roubles, by Robokassa, and the button is busy for a second', async () => {
  const phone = await openAppAt(setup, shopOwner, `/order/${await listingWith(setup, 'Яндекс Директ')}`)
  const button = phone.app.getByRole('button', { name: /Опубликовать/ })
  // The page loads the price separately, so the test waits for it.
  await expect.poll(async () => (await button.innerText()).replace(/\s/g, ' ')).toContain('2 500 ₽')
  const invoices: Request[] = []
  phone.page.on('request', (request) => request.url().endsWith(invoiceCall) && invoices.push(request))
  await stopClock(phone.page)
  const invoice = phone.page.waitForResponse(`**${invoiceCall}`)
  await button.click()
  await (await invoice).finished()
  // The server answers within the first second. The button still stays busy for the whole second and ignores presses.
  const payButton = phone.app.getByRole('button', { name: /^Оплатить ·/ })
  await phone.page.clock.runFor(999)
  expect(await button.getAttribute('aria-busy')).toBe('true')
  await button.click({ force: true })
  await button.press('Enter')
  expect(await payButton.count()).toBe(0)
  await phone.page.clock.runFor(1)
  await pollWithClock(phone.page, async () => (await payButton.count()) === 1)
  expect(await payButton.getAttribute('aria-busy')).toBe(null)
  expect(invoices.map((request) => request.postDataJSON().payment_method)).toEqual(['robokassa'])
})

test('toast 2 s unless held, tooltip 700 ms, a neighbour’s at once for 300 ms more', async () => {
  const phone = await openAppAt(setup, freelancer, '/ui')
  const { page, app } = phone
  const call = app.getByRole('button', { name: 'Уведомление', exact: true })
  const toast = app.getByRole('status').getByText('Добавлено в избранное')
  const shareButton = app.getByRole('button', { name: 'Поделиться', exact: true })
  const shareTooltip = app.getByRole('tooltip', { includeHidden: true }).getByText('Поделиться')
  const heartButton = app.getByRole('button', { name: 'Убрать из избранного' })
  const heartTooltip = app.getByRole('tooltip', { includeHidden: true }).getByText('Убрать из избранного')
  await call.waitFor()
  await shareButton.waitFor()
  await stopClock(page)
  await call.click()
  await toast.waitFor()
  await page.clock.runFor(1999)
  expect(await toast.isVisible()).toBe(true)
  await page.clock.runFor(1)
  await toast.waitFor({ state: 'detached' })
  await call.click()
  await toast.waitFor()
  await toast.focus()
  await page.clock.runFor(10 * second)
  expect(await toast.isVisible()).toBe(true)
  await call.focus()
  await page.clock.runFor(1999)
  expect(await toast.isVisible()).toBe(true)
  await page.clock.runFor(1)
  await toast.waitFor({ state: 'detached' })

  await shareButton.hover()
  await page.clock.runFor(690)
  expect(await shareTooltip.isVisible()).toBe(false)
  await page.clock.runFor(20)
  await shareTooltip.waitFor()
  // After a tooltip was shown, the tooltip of a neighbouring button appears at once, unless the mouse was elsewhere for
  // long.
  await heartButton.hover()
  await page.clock.runFor(1)
  await heartTooltip.waitFor()
  expect(await shareTooltip.count()).toBe(0)
  await call.hover()
  await page.clock.runFor(301)
  await heartButton.hover()
  await page.clock.runFor(690)
  expect(await heartTooltip.count()).toBe(0)
  await page.clock.runFor(20)
  await heartTooltip.waitFor()
})

test('a sheet closes after more than 100 px, in 200 ms; dialogs are 450 and 500 px wide', async () => {
  const phone = await openAppAt(setup, freelancer, '/ui', { motion: true })
  const { page, app } = phone
  await app.getByRole('button', { name: 'Панель', exact: true }).click()
  const sheet = app.getByRole('dialog', { name: 'Панель' })
  const dragHandle = sheet.getByRole('button', { name: /Потяните вниз/ })
  const dragDown = async (pixels: number) => {
    const handleBox = await dragHandle.boundingBox()
    if (!handleBox) throw new Error('no grip')
    const [x, y] = [handleBox.x + handleBox.width / 2, handleBox.y + handleBox.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + pixels, { steps: 4 })
    await page.mouse.up()
  }
  const waitForAnimations = () =>
    sheet.evaluate(async (element) => {
      for (const animation of element.getAnimations()) await animation.finished.catch(() => undefined)
    })
  /** Starts listening for the end of the drag animation at once, so that an early end is not missed. */
  const listenForEnd = () =>
    sheet.evaluate((element) => {
      const endTime = new Promise<number>((resolve) => {
        const onEnd = (event: unknown) =>
          resolve(Math.round((event as { elapsedTime: number }).elapsedTime * 1000))
        for (const name of ['transitionend', 'animationend']) element.addEventListener(name, onEnd)
      })
      Object.assign(globalThis, { ended: endTime })
    })
  await waitForAnimations()
  await dragDown(100)
  await waitForAnimations()
  expect(await sheet.isVisible()).toBe(true)
  await listenForEnd()
  await dragDown(101)
  expect(await (await frameOf(phone)).evaluate('ended')).toBe(200)
  await sheet.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 1000, height: 800 })
  for (const [button, width, closeLabel] of [
    ['Подтверждение', 450, 'Отмена'],
    ['Сбой', 500, 'Закрыть'],
  ] as const) {
    await app.getByRole('button', { name: button, exact: true }).click()
    const dialog = app.getByRole('alertdialog')
    await dialog.waitFor()
    await expect.poll(() => widthOf(dialog)).toBe(width)
    await dialog.getByRole('button', { name: closeLabel }).click()
    await dialog.waitFor({ state: 'detached' })
  }
})

test('initials stand in for a photo that does not come within 600 ms', async () => {
  const phone = await openAppAt(setup, { id: 5000000000000033 }, '/profile')
  const { page, app } = phone
  await page.route('**/chat/user_rooms/*', async (route) => {
    const answer = await route.fetch()
    const [room] = (await answer.json()) as { other: { avatar_url: string } }[]
    if (room) room.other.avatar_url = '/files/slow.png'
    await route.fulfill({ response: answer, json: [room] })
  })
  await page.route('**/files/slow.png', () => undefined)
  await stopClock(page)
  await app.getByRole('link', { name: 'Чаты' }).click()
  const avatar = app.locator('main a[href^="/chat/"] > :first-child').first()
  const countAvatars = async () => {
    // The list renders only while the page's clock moves, so the test moves it by one millisecond.
    await page.clock.runFor(1)
    return avatar.count()
  }
  await expect.poll(countAvatars).toBe(1)
  const initials = () =>
    avatar.evaluate((element) => {
      type Styles = { getComputedStyle: (element: unknown, pseudo: string) => { content: string } }
      return (globalThis as unknown as Styles).getComputedStyle(element, '::before').content
    })
  await page.clock.runFor(598)
  expect(await initials()).toBe('none')
  await page.clock.runFor(2)
  await expect.poll(initials).toMatch(/^"\p{L}{1,2}"$/u)
})
