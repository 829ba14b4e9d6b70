import { ShieldCheck } from 'lucide-react'
import { useCallback } from 'react'
import { api } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { haptic } from '#web/telegram/index.ts'
import { requestContact } from '#web/telegram/requests.ts'
import type { ContactAnswer } from '#web/telegram/sdk.ts'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { showFailure } from './show-failure.ts'
import { type Me, updateMe } from './use-me.ts'

/**
 * The server is polled for the verified phone, because the bot receives the contact slightly later than the app gets
 * Telegram's answer.
 */
const polling = { times: 12, everyMs: 1000 }
const answerTimeoutMs = 5000
const sleep = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

const isVerified = async ({ id }: Me, body: { contact?: string } = {}): Promise<boolean> =>
  (await api('POST /api/users/verify-profile/:id', { params: { id }, body })).is_verified

/**
 * Waits for Telegram's answer to the request for the phone number. Some clients never answer, so the server is asked
 * repeatedly meanwhile.
 */
async function awaitContact(
  me: Me,
  requestedContact: Promise<ContactAnswer>,
): Promise<ContactAnswer | 'confirmed'> {
  for (;;) {
    const answer = await Promise.race([requestedContact, sleep(answerTimeoutMs)])
    if (answer) return answer
    if (await isVerified(me).catch(() => false)) return 'confirmed'
  }
}

/** Requests the phone number and waits until the server has verified the number. */
async function confirmPhone(me: Me): Promise<'confirmed' | 'declined' | 'pending'> {
  const answer = await awaitContact(me, requestContact())
  if (answer === 'confirmed') return answer
  if (answer.outcome === 'declined') return 'declined'
  const body = answer.outcome === 'shared' ? { contact: answer.contact } : {}
  for (let time = 0; time < polling.times; time++) {
    if (await isVerified(me, time === 0 ? body : {})) return 'confirmed'
    if (answer.outcome === 'unanswered' && time > 2) break
    await sleep(polling.everyMs)
  }
  return 'pending'
}

/**
 * Asks an unverified user to confirm the phone before responding. Returns true if the phone is confirmed. The dialog
 * comes before the form, so that nobody writes a text in vain. The server checks the phone again.
 */
export function useVerification(me: Me | undefined): () => Promise<boolean> {
  const { t } = useTranslation()
  return useCallback(async () => {
    if (!me) return false
    if (me.is_verified) return true
    const isConfirmed = await askDialog({
      icon: ShieldCheck,
      title: t('verify.title'),
      text: t('verify.text'),
      confirm: t('verify.now'),
      cancel: t('verify.later'),
    })
    if (!isConfirmed) return false
    try {
      const outcome = await confirmPhone(me)
      if (outcome !== 'confirmed') {
        showToast({ text: t(outcome === 'declined' ? 'verify.declined' : 'verify.pending'), tone: 'bad' })
        return false
      }
      updateMe({ is_verified: true })
      haptic('success')
      showToast({ text: t('verify.done') })
      return true
    } catch (error) {
      await showFailure(error)
      return false
    }
  }, [me, t])
}
