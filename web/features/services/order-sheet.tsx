import { useMutation } from '@tanstack/react-query'
import { CloudOff, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { api, type InputOf } from '#web/client/http/api.ts'
import { useLostConnection } from '#web/client/http/network.ts'
import { queryClient } from '#web/client/query.ts'
import { UploadField } from '#web/features/files/upload-field.tsx'
import { useUploads } from '#web/features/files/use-uploads.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import { type Service, service as serviceQuery } from '#web/features/services/queries.ts'
import { requestsCall } from '#web/features/services/requests/queries.ts'
import { RequestTerms } from '#web/features/services/requests/terms.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { useValidationTexts } from '#web/features/session/validation-words.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Counter } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useValidity } from '#web/ui/use-validity.ts'

const { answer: answerLength, days: answerDays } = limits.serviceRequests
const dayMs = 24 * 60 * 60_000
/** Length from which an answer shows how much space is left. */
const countedFrom = 60

type OrderSheetProps = { service: Service; open: boolean; onClose: () => void; onClosed: () => void }

/**
 * Sheet that asks for what the freelancer wants to know, and sends the request with the terms on the screen. The draft
 * is kept when it closes, by question: a question that the freelancer has changed is asked again.
 */
export default function OrderSheet({ service, ...sheet }: OrderSheetProps) {
  const { t, date } = useFormats()
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationTexts())
  const draft = useDraft<{ answers: Record<string, string> }>(`service:${service.id}`, { answers: {} })
  const uploads = useUploads()
  const verifyPhone = useVerification(useMe())
  const [now] = useState(Date.now)
  const sending = useSending(service, () => draft.forget())
  const isLost = useLostConnection()
  const [opened] = useState(service)
  const { answers } = draft.value
  // A service without questions asks for the task in one text.
  const questions = service.questions.length > 0 ? service.questions : ['']
  useUnsaved(sheet.open && (Object.values(answers).some(Boolean) || uploads.items.length > 0))

  const send = async () => {
    if (sending.isPending || !form.current || !validity.check(form.current)) return
    if (uploads.items.some(({ error }) => error))
      return showToast({ text: t('respond.files.failed'), tone: 'bad' })
    if (!(await verifyPhone())) return
    sending.mutate({
      price: service.price,
      days: service.days,
      currency_id: service.currency.id,
      unit_id: service.unit?.id ?? null,
      answers: questions.map((question) => ({ question, answer: (answers[question] ?? '').trim() })),
      file_ids: uploads.ids,
    })
  }

  return (
    <Sheet
      {...sheet}
      title={t('request.order.title')}
      inSteps
      footer={
        <div className="stack stack-2">
          <Button wide loading={sending.isPending} disabled={uploads.isBusy} onClick={() => void send()}>
            {t('request.send')}
          </Button>
          <p className="cap muted" style={{ textAlign: 'center' }}>
            {bindWords(
              t('request.send.note', { date: date(new Date(now + answerDays * dayMs).toISOString()) }),
            )}
          </p>
        </div>
      }
    >
      <p className="sub muted" style={{ marginTop: 'calc(-1 * var(--s-1))' }}>
        {bindWords(service.name)}
      </p>
      {termsOf(service) !== termsOf(opened) && (
        <div ref={showNotice}>
          <Notice icon={RefreshCw} tone="warn" title={t('request.newTerms.title')}>
            {t('request.newTerms.text')}
          </Notice>
        </div>
      )}
      {isLost && <Notice icon={CloudOff}>{t('request.offline')}</Notice>}
      <RequestTerms terms={service} />
      <form ref={form} {...validity.form} onSubmit={(event) => event.preventDefault()}>
        <fieldset disabled={sending.isPending} className="stack">
          {questions.map((question, at) => (
            <AnswerField
              key={question}
              label={question || t('request.describe')}
              name={`answer-${at}`}
              rows={questions.length > 1 ? 1 : 3}
              // Without questions the answer is the whole text of the order.
              minLength={question ? undefined : limits.description.min}
              error={validity.errors[`answer-${at}`]}
              value={answers[question] ?? ''}
              onValue={(answer) => draft.change({ answers: { ...answers, [question]: answer } })}
            />
          ))}
          <UploadField uploads={uploads} title={t('deal.files.add')} note={t('deal.files.limit')} />
        </fieldset>
      </form>
    </Sheet>
  )
}

/**
 * The terms to which the client agrees, as one text. The sheet compares it with the one at its opening to tell of a
 * change.
 */
const termsOf = ({ price, currency, unit, days, questions }: Service) =>
  JSON.stringify([price, currency.id, unit?.id, days, questions])

/** The button that sends stands below long answers, from where nobody sees the notice above them. */
const showNotice = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

type AnswerFieldProps = {
  label: string
  name: string
  rows: number
  minLength?: number
  error?: string
  value: string
  onValue: (value: string) => void
}

/** Required field for one answer. It grows with its text, and counts the characters of a longer one. */
function AnswerField({ value, ...field }: AnswerFieldProps) {
  const { t, language } = useFormats()
  return (
    <TextareaField
      {...field}
      required
      maxLength={answerLength}
      counter={
        value.length >= countedFrom && (
          <Counter
            count={value.length}
            max={answerLength}
            warn={answerLength - 50}
            language={language}
            announce={t('respond.counterLabel', { count: answerLength - value.length })}
          />
        )
      }
      value={value}
    />
  )
}

type RequestBody = NonNullable<InputOf<'POST /api/services/:id/requests'>['body']>

/** Sends a request and opens its page. After a refusal the service is loaded again, and its new terms come into the sheet. */
function useSending({ id }: Service, onSent: () => void) {
  const { t } = useFormats()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: RequestBody) => api('POST /api/services/:id/requests', { params: { id }, body }),
    onSuccess: (sent) => {
      haptic('success')
      onSent()
      showToast({ text: t('request.sent') })
      void queryClient.invalidateQueries({ queryKey: [requestsCall] })
      void queryClient.invalidateQueries({ queryKey: serviceQuery(id).queryKey })
      void refreshListings()
      void navigate(`/request/${sent.id}`, { replace: true })
      // The page promises a message of the bot about the answer, so the app asks for permission to send it.
      void askForBotAccessOnce()
    },
    onError: async (error) => {
      await queryClient.refetchQueries({ queryKey: serviceQuery(id).queryKey })
      void showFailure(error)
    },
  })
}
