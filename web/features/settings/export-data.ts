import { api } from '#web/client/api.ts'
import { saveFile } from '#web/features/files/save-file.ts'

/** Everything the server keeps about the person, as a file of JSON. */
export async function exportData(): Promise<void> {
  await saveFile(await api('POST /api/users/export_file'))
}
