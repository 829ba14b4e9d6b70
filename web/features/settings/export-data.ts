import { api } from '#web/client/http/api.ts'
import { saveFile } from '#web/features/files/save-file.ts'

/** Saves all personal data of the user as a JSON file. */
export async function exportData(): Promise<void> {
  await saveFile(await api('POST /api/users/export_file'))
}
