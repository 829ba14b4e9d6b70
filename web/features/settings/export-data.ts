import { api } from '#web/client/api.ts'
import { giveJson } from '#web/client/give-file.ts'

/** Everything the server keeps about the person, as a file of JSON. */
export async function exportData(): Promise<void> {
  const data = await api('GET /api/users/export')
  await giveJson(`otklik-${data.exported_at.slice(0, 10)}.json`, data)
}
