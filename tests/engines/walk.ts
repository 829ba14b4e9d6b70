import type { Walk } from './walking.ts'

const dialog = { role: 'dialog', name: 'Отклик на заказ' }
const title = 'Бот записи в мастерскую'

/**
 * Steps of a newcomer's first minutes, then common tasks. Each step begins on the screen on which the previous step
 * ended.
 */
export const acts: [name: string, act: (walk: Walk) => Promise<void>][] = [
  ['language', chooseLanguage],
  ['feed', readFeed],
  ['order', openOrder],
  ['respond', respond],
  ['create', createOrder],
  ['pay', payOrder],
  ['chat with a file', chat],
  ['profile', seeProfile],
]

/** Steps that are quick enough for a full test run. */
export const shortActs = ['language', 'feed', 'order', 'respond', 'profile']

async function chooseLanguage({ phone }: Walk): Promise<void> {
  await phone.sees('heading', 'Выберите язык')
  await phone.photograph('language')
  await phone.tap('text', 'Русский', { exact: true })
  await phone.tap('button', 'Продолжить')
}

async function readFeed({ phone, order }: Walk): Promise<void> {
  await phone.sees('text', 'С чего начнём?')
  await phone.photograph('what-for')
  await phone.tap('button', 'И то и другое')
  await phone.tap('link', 'Заказы', { exact: true })
  await phone.sees('link', order.title)
  await checkSearchButtons(phone)
  await phone.photograph('feed')
}

/** WebKit and Chromium draw a clear button of their own in a search field, unless a rule hides it. */
const hidesOwnButton = `[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).some((rule) =>
  rule.selectorText?.includes('::-webkit-search-cancel-button') && rule.style.display === 'none')`

async function checkSearchButtons(phone: Walk['phone']): Promise<void> {
  const drawsOwnButton = "CSS.supports('selector(::-webkit-search-cancel-button)')"
  if ((await phone.evaluate(drawsOwnButton)) && !(await phone.evaluate(hidesOwnButton)))
    throw new Error('the search field has two clear buttons')
}

async function openOrder({ phone, order }: Walk): Promise<void> {
  await phone.tap('link', order.title)
  await phone.sees('heading', order.title)
  await phone.sees('heading', 'Задача')
  await phone.photograph('order')
}

async function respond({ phone, client }: Walk): Promise<void> {
  await phone.tap('button', 'Откликнуться')
  await phone.photograph('phone-needed')
  await phone.tap('button', 'Пройти верификацию')
  await phone.fill('Сообщение заказчику', 'Начну завтра, покажу через неделю.', { within: dialog })
  await phone.fill('Ваша цена', '450', { within: dialog })
  await phone.photograph('response')
  await phone.tap('button', 'Откликнуться', { exact: true, within: dialog })
  const confirmation = { role: 'alertdialog', name: 'Отклик отправлен' }
  await phone.sees('text', /Вы [-а-яё\d]+ в списке заказчика/, { within: confirmation })
  await phone.photograph('sent')
  await phone.tap('button', 'Мои отклики')
  if (!client.takeRequest('web_app_request_phone')) throw new Error('the phone was not asked of Telegram')
}

async function createOrder({ phone }: Walk): Promise<void> {
  await phone.tap('link', 'Профиль', { exact: true })
  await phone.tap('link', 'Мои заказы и вакансии')
  await phone.tap('link', 'Создать', { exact: true })
  await phone.sees('heading', 'Новый заказ')
  await phone.fill('Название', title)
  await phone.fill('Описание', 'Запись по дням, напоминания за час, правка из чата.')
  await phone.tap('button', 'Категория')
  const sheet = { role: 'dialog', name: 'Категория' }
  await phone.fill('', 'Telegram', { within: sheet })
  await phone.photograph('categories')
  await phone.tap('button', 'Telegram-боты', { within: sheet })
  await phone.fill('Бюджет', '40000')
  await phone.photograph('new-order')
  await phone.tap('button', 'К оплате ·')
  await phone.sees('heading', 'Заказ сохранён')
}

async function payOrder({ phone, client, openOutside }: Walk): Promise<void> {
  await phone.photograph('saved')
  await phone.tap('button', /^Оплатить ·/)
  const link = await client.next('web_app_open_link')
  // Telegram clients open a link only while the person taps.
  if (link.active === false) throw new Error('the link was opened outside a tap')
  const paymentPage = await openOutside(String(link.data.url))
  await paymentPage.tap('button', /^Оплатить \d/)
  await paymentPage.sees('text', 'Telegram')
  await paymentPage.photograph('paid')
  await paymentPage.close()
  await phone.sees('heading', 'Оплата прошла')
  await phone.photograph('moderation')
}

async function chat({ phone, author, file, writeFirst }: Walk): Promise<void> {
  await writeFirst('Пришлите, пожалуйста, пример договора.')
  await phone.tap('link', 'К моим заказам')
  await phone.sees('link', 'Создать')
  await phone.receiveEvent('back_button_pressed')
  await phone.tap('link', /^Чаты/)
  await phone.tap('link', author.name)
  await phone.sees('listitem', 'пример договора')
  await phone.attach('', file)
  await phone.sees('text', 'Договор.pdf')
  await phone.fill('Сообщение', 'Вот он')
  await phone.photograph('attached')
  await phone.tap('button', 'Отправить', { exact: true })
  await phone.sees('listitem', /Договор\.pdf[\s\S]*Вот он/)
  await phone.photograph('chat')
  await phone.receiveEvent('back_button_pressed')
}

async function seeProfile({ phone }: Walk): Promise<void> {
  await phone.tap('link', 'Профиль', { exact: true })
  await phone.sees('radio', 'Я фрилансер')
  await phone.photograph('profile')
}
