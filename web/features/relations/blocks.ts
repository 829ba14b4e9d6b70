import { UserX } from 'lucide-react'
import { api } from '#web/client/http/api.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { query, queryClient } from '#web/client/query.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import type { Blockable } from './subject.ts'

export const blocks = () => query('GET /api/blocks')
export const hiddenAuthors = () => query('GET /api/hidden_authors')

/** Loads everything except the session again, because a block changes the content of any screen. */
function refreshEverything(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [call] }) => call !== 'session' })
}

/** Blocks a person after a confirmation. The texts `deals` must be loaded. @returns true if the person was blocked */
export async function block({ id, full_name }: Blockable): Promise<boolean> {
  haptic('warning')
  const isConfirmed = await askDialog({
    icon: UserX,
    destructive: true,
    title: translations.t('block.title'),
    text: translations.t('block.text', { name: full_name }),
    confirm: translations.t('block.ok'),
    cancel: translations.t('common.cancel'),
  })
  if (!isConfirmed) return false
  try {
    await api('POST /api/blocks/:user_id', { params: { user_id: id } })
  } catch (error) {
    await showFailure(error)
    return false
  }
  showToast({ text: translations.t('block.done') })
  refreshEverything()
  return true
}

export async function unblock({ id }: Blockable): Promise<void> {
  try {
    await api('DELETE /api/blocks/:user_id', { params: { user_id: id } })
    showToast({ text: translations.t('block.undone') })
    refreshEverything()
  } catch (error) {
    await showFailure(error)
  }
}

/** Hides or shows an author's listings in lists and notifications. The texts `deals` must be loaded. */
export async function setHidden({ id }: Blockable, isHidden: boolean): Promise<void> {
  try {
    const call = isHidden ? 'POST /api/hidden_authors/:user_id' : 'DELETE /api/hidden_authors/:user_id'
    await api(call, { params: { user_id: id } })
    showToast({ text: translations.t(isHidden ? 'hidden.done' : 'hidden.undone') })
    refreshEverything()
  } catch (error) {
    await showFailure(error)
  }
}
