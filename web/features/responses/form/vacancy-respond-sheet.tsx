import { CloudOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLostConnection } from '#web/client/http/network.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import type { Vacancy } from '#web/features/listings/types.ts'
import { AnswerFields } from '#web/features/responses/fields/answer-fields.tsx'
import { FilesField } from '#web/features/responses/fields/files-field.tsx'
import { isAnswered } from '#web/features/responses/fields/questions-answered.ts'
import { hasResume, ResumeSwitch } from '#web/features/responses/fields/resume-switch.tsx'
import { Templates } from '#web/features/responses/fields/templates.tsx'
import { ResponseTextField } from '#web/features/responses/fields/text-field.tsx'
import { useResponseFiles } from '#web/features/responses/fields/use-response-files.ts'
import { draftOf, isRepeatable, sendLater } from '#web/features/responses/received/waiting-responses.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { useValidationTexts } from '#web/features/session/validation-words.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useValidity } from '#web/ui/use-validity.ts'
import { ResponsesToday } from './responses-today.tsx'
import type { ResponseSheetProps } from './use-response-form.ts'
import { bodyOf, useVacancyRespond } from './use-vacancy-respond.ts'

type VacancyRespondSheetProps = ResponseSheetProps & { vacancy: Vacancy; me: Me }

/** Sheet for responding to a vacancy. The draft survives closing. */
export default function VacancyRespondSheet({ vacancy, me, onSent, ...sheet }: VacancyRespondSheetProps) {
  const { t } = useTranslation()
  const isLost = useLostConnection()
  const draft = useDraft<{ text: string; answers?: string[] }>(draftOf(vacancy.id), { text: '' })
  const [withResume, setWithResume] = useState(hasResume(me))
  const [isUploading, setUploading] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationTexts())
  const files = useResponseFiles()
  const respond = useVacancyRespond(vacancy.id, files.uploads.ids)
  useUnsaved(sheet.open && (draft.value.text !== '' || files.uploads.items.length > 0))

  const send = () => {
    if (respond.isPending || !form.current || !validity.check(form.current) || !files.check()) return
    const { questions } = vacancy
    const { text, answers = [] } = draft.value
    if (!isAnswered(questions, answers)) return showToast({ text: t('questions.unanswered'), tone: 'bad' })
    const response = {
      response_text: text,
      with_resume: withResume && hasResume(me),
      ...(questions.length > 0 && { answers: answers.map((answer) => answer.trim()) }),
    }
    const queue = () => {
      sendLater({
        kind: 'vacancy',
        call: 'POST /api/vacancy/add_resp',
        input: bodyOf(vacancy.id, response, files.uploads.ids),
        listing_id: vacancy.id,
        text,
        price: null,
      })
      sheet.onClose()
    }
    if (isLost) return queue()
    respond.mutate(response, {
      onSuccess: (sent) => {
        draft.forget()
        haptic('success')
        onSent(sent)
      },
      onError: (error) => {
        if (isRepeatable(error)) return queue()
        void showFailure(error)
        void refreshListings(vacancy.id)
      },
    })
  }
  return (
    <Sheet
      {...sheet}
      title={t('respondVacancy.title')}
      gripLabel={t('a11y.sheetGrip')}
      footer={
        <Button
          wide
          loading={respond.isPending}
          disabled={isUploading || files.uploads.isBusy}
          onClick={send}
        >
          {t(isLost ? 'waiting.send' : 'respond.submit')}
        </Button>
      }
    >
      <p className="sub muted" style={{ marginTop: -4 }}>
        {vacancy.title}
      </p>
      <form ref={form} {...validity.form} onSubmit={(event) => event.preventDefault()}>
        <fieldset disabled={respond.isPending} className="stack" style={{ gap: 14 }}>
          <ResponseTextField
            label={t('respondVacancy.letter')}
            placeholder={t('respondVacancy.placeholder')}
            error={validity.errors.text}
            value={draft.value.text}
            onValue={(text) => draft.change({ text })}
          />
          <AnswerFields
            questions={vacancy.questions}
            errors={validity.errors}
            answers={draft.value.answers ?? []}
            onAnswers={(answers) => draft.change({ answers })}
          />
          <Templates text={draft.value.text} onText={(text) => draft.change({ text })} />
          <ResumeSwitch me={me} checked={withResume} onChange={setWithResume} onUploading={setUploading} />
          <FilesField uploads={files.uploads} />
          <ResponsesToday />
          {isLost && <Notice icon={CloudOff}>{t('waiting.note')}</Notice>}
        </fieldset>
      </form>
    </Sheet>
  )
}
