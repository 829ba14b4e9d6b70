import { beforeAll, describe, expect, test } from 'vitest'
import { closeListing } from '#services/lifecycle/publication/close.ts'
import { invite } from '#services/responses/invitations/actions.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { collapseSpaces, type Orders, openOrders } from './order-scenes.ts'

let setup: Orders
beforeAll(async () => {
  setup = await openOrders()
  return setup.close
})

/** The text that the author wrote for the invitation. */
const inviterText = 'Видели вашу <вывеску>, нужна такая же.'

const textsByLanguage = {
  ru: {
    heading: 'Игорь приглашает вас на заказ Отказ ни на что не влияет.',
    why: 'Почему вам: вас пригласил заказчик.',
    keys: [['Откликнуться'], ['Открыть заказ', 'Не сейчас'], ['Не присылать приглашения']],
    decline: 'Не сейчас',
    declined: 'Вы ответили «Не сейчас». Заказчик это увидит, больше отказ ни на что не влияет.',
    whyKeys: [
      ['Нет времени', 'Не моя категория'],
      ['Мало платят', 'Не те условия'],
      ['Вернуть', 'Открыть заказ'],
    ],
    because: 'Вы ответили «Не сейчас»: не подходят условия. Заказчик это увидит',
    back: 'Вернуть',
    over: 'Приглашение больше не действует. Заказчик закрыл объявление.',
    ended: 'Приглашение в «Вывеска <b>» больше не действует. Заказчик закрыл объявление.',
    respond: 'Откликнуться',
  },
  en: {
    heading: 'Игорь invites you to an order Saying no costs you nothing.',
    why: 'Why you: the client invited you.',
    keys: [['Respond'], ['Open the order', 'Not now'], ['Mute invitations']],
    decline: 'Not now',
    declined: 'You answered “Not now”. The client will see it; it costs you nothing.',
    whyKeys: [
      ['No time', 'Not my category'],
      ['Pays too little', 'Terms don’t suit me'],
      ['Undo', 'Open the order'],
    ],
    because: 'You answered “Not now”: the terms do not suit. The client will see it',
    back: 'Undo',
    over: 'The invitation is over. The client closed the listing.',
    ended: 'The invitation to “Вывеска <b>” is over. The client closed the listing.',
    respond: 'Respond',
  },
} as const

describe.each(['ru', 'en'] as const)('the message of an invitation, %s', (language) => {
  const texts = textsByLanguage[language]

  /** Creates a person with an invitation and returns the bot's message about it. */
  async function createInvited() {
    const scene = await setup.notifyReader(language)
    const actor = { ...setup.ctx, viewer: { id: setup.author } }
    await invite(actor, scene.listing_id, [scene.user_id], inviterText)
    const { message_id } = await scene.waitForText(texts.heading)
    const readInvitation = async () =>
      (await scene.readMessages()).find((one) => one.message_id === message_id)
    const readRow = () =>
      setup.ctx.db
        .selectFrom('invitations')
        .select(['state', 'decline_reason'])
        .where('user_id', '=', scene.user_id)
        .executeTakeFirst()
    const state = async () => (await readRow())?.state
    const reason = async () => (await readRow())?.decline_reason
    return {
      ...scene,
      actor,
      readInvitation,
      state,
      reason,
      press: (text: string) => scene.tapButton(text, message_id),
    }
  }

  test('says who invites and to what; "not now" is one tap, and can be taken back', async () => {
    const { readInvitation, press, state } = await createInvited()
    expect(await readInvitation()).toMatchObject({
      keys: texts.keys,
      text: expect.stringContaining('Вывеска <b>'),
    })
    expect((await readInvitation())?.text).toContain(inviterText)
    expect((await readInvitation())?.text.endsWith(collapseSpaces(texts.why))).toBe(true)
    await press(texts.decline)
    expect((await readInvitation())?.text).toContain(texts.declined)
    expect(await state()).toBe('declined')
    await press(texts.back)
    expect(await readInvitation()).toMatchObject({
      keys: texts.keys,
      text: expect.stringContaining(texts.heading),
    })
    expect(await state()).toBe('seen')
  })

  test('after "not now" says why not in one press, which stands on the message until it is taken back', async () => {
    const { readInvitation, press, reason } = await createInvited()
    await press(texts.decline)
    expect((await readInvitation())?.keys?.slice(0, 3)).toEqual(texts.whyKeys)
    await press(texts.whyKeys[1][1])
    expect((await readInvitation())?.text).toContain(texts.because)
    expect((await readInvitation())?.keys?.slice(0, 1)).toEqual(texts.whyKeys.slice(2))
    expect(await reason()).toBe('terms')
    await press(texts.back)
    expect(await readInvitation()).toMatchObject({
      keys: texts.keys,
      text: expect.stringContaining(inviterText),
    })
    expect(await reason()).toBe(null)
  })

  test('its end is told with the reason, and the message of it has no way to answer left', async () => {
    const { listing_id, actor, readInvitation, waitForText, state } = await createInvited()
    await closeListing(actor, listing_id)
    await waitForText(texts.ended)
    await eventually(async () => (await readInvitation())?.text.includes(texts.over))
    expect((await readInvitation())?.keys?.flat()).not.toContain(texts.respond)
    expect(await state()).toBe('ended')
  })

  test('what was said in the app stands on the message', async () => {
    const { openApp, readInvitation } = await createInvited()
    const person = await openApp()
    const [one] = await person.call('GET /api/invitations', {})
    await person.call('POST /api/invitations/:id/decline', { params: { id: one?.id ?? 0 } })
    await eventually(async () => (await readInvitation())?.text.includes(texts.declined))
  })

  test('an edit that changes nothing is not sent', async () => {
    const { user_id, readInvitation, press, countEdits } = await createInvited()
    const { message_id = 0 } = (await readInvitation()) ?? {}
    const [invitation] = await setup.ctx.db
      .selectFrom('invitations')
      .select('id')
      .where('user_id', '=', user_id)
      .execute()
    const payload = { invitation_id: invitation?.id ?? 0, message_id }
    const redraw = () => setup.deliver({ to: { user_id }, kind: 'invitation_drawn', payload })
    await redraw()
    expect(await countEdits()).toBe(0)
    await press(texts.decline)
    await redraw()
    expect(await countEdits()).toBe(1)
  })

  test('a response by whichever door answers it', async () => {
    const { openApp, readInvitation, state, listing_id } = await createInvited()
    const person = await openApp()
    const answer = {
      project_id: listing_id,
      response_text: 'Сделаю за неделю.',
      price: 2000,
      currency: 'RUB',
    } as const
    await person.call('POST /api/projects/add_resp', { body: { response: answer } })
    expect(await state()).toBe('responded')
    await eventually(async () => !(await readInvitation())?.keys?.flat().includes(texts.decline))
  })
})
