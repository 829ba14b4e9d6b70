import sharp from 'sharp'
import { limits } from '#contract/limits.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import type { Api } from '#tests/support/api/api.ts'
import { login, newAccount } from './people.ts'

const works = [
  { title: '«Пекарня на углу»', about: 'Мини-приложение · 2025', ground: '#f3c998', shape: '#b3602b' },
  { title: 'Доставка суши', about: 'Мини-приложение', ground: '#20252f', shape: '#ff8a5c' },
  { title: 'Плеер лекций', about: 'Приложение', ground: '#3c1f4d', shape: '#ff6f92' },
  { title: 'Отчёты магазина', about: null, ground: '#26306b', shape: '#e8edf9' },
  { title: 'Кофейня «Лист»', about: 'Упаковка', ground: '#dfe6dd', shape: '#2f5c48' },
  { title: 'Карта парка', about: null, ground: '#c8dbf5', shape: '#2c6fb5' },
]

/** Draws a picture of a plain sheet on a background. Different colours make the pictures different. */
export function drawPicture(background: string, shape: string): Promise<Buffer> {
  const canvas = { create: { width: 240, height: 400, channels: 3 as const, background: shape } }
  return sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .composite([
      { input: canvas, left: 140, top: 100 },
      { input: canvas, left: 440, top: 160 },
    ])
    .png()
    .toBuffer()
}

/** Adds the first `count` pictures to the portfolio of an existing person. */
export async function showWorks(api: Api, telegram_id: number, count = works.length): Promise<void> {
  const person = await login(api, newAccount({ id: telegram_id }))
  const files: { file_id: number; title: string; about: string | null }[] = []
  for (const { ground, shape, title, about } of works.slice(0, count)) {
    const sample = { name: 'work.png', bytes: await drawPicture(ground, shape) }
    const { file } = await send(api, person, sample, { url: '/api/users/upload_work' })
    files.push({ file_id: file.id, title, about })
  }
  // The first service shows the first pictures, the second one the others.
  const services = person.user.services.map(({ id, service_name }, n) => {
    const shown = files.slice(n * limits.services.pictures, (n + 1) * limits.services.pictures)
    return { id, service_name, service_work_ids: shown.map(({ file_id }) => file_id) }
  })
  await person.call('PATCH /api/users/profile', { body: { works: files, services } })
}
