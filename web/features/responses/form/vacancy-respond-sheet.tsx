import { useMutation } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { documentFormats, imageFormats } from '#contract/file-formats.ts'
import { api, type InputOf } from '#web/client/http/api.ts'
import { useLostConnection } from '#web/client/http/network.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { UploadField } from '#web/features/files/upload-field.tsx'
import { useUploads } from '#web/features/files/use-uploads.ts'
import { vacancy } from '#web/features/listings/queries.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/refresh.ts'
import type { Vacancy } from '#web/features/listings/types.ts'
import { AnswerFields } from '#web/features/responses/fields/answer-fields.tsx'
import { FilesField } from '#web/features/responses/fields/files-field.tsx'
import { isAnswered } from '#web/features/responses/fields/questions-answered.ts'
import { Templates, TemplatesButton } from '#web/features/responses/fields/templates.tsx'
import { ResponseTextField } from '#web/features/responses/fields/text-field.tsx'
import { useResponseFiles } from '#web/features/responses/fields/use-response-files.ts'
import { draftOf, isRepeatable, sendLater } from '#web/features/responses/received/waiting-responses.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { type Me, updateMe } from '#web/features/session/use-me.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { useValidationTexts } from '#web/features/session/validation-words.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { List, SwitchCell } from '#web/ui/list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useValidity } from '#web/ui/use-validity.ts'
import { ResponsesToday } from './responses-today.tsx'
import type { ResponseSheetProps } from './use-response-form.ts'

type VacancyRespondSheetProps = ResponseSheetProps & { vacancy: Vacancy; me: Me }

/** Sheet for responding to a vacancy. The draft is kept when the sheet closes. */
export default function VacancyRespondSheet({ vacancy, me, onSent, ...sheet }: VacancyRespondSheetProps) {
  const { t } = useTranslation()
  const isLost = useLostConnection()
  const draft = useDraft<{ text: string; answers?: string[] }>(draftOf(vacancy.id), { text: '' })
  const [withResume, setWithResume] = useState(hasResume(me))
  const [hasTemplates, setTemplates] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationTexts())
  const files = useResponseFiles()
  const respondMutation = useVacancyRespond(vacancy.id, files.uploads.ids)
  useUnsaved(sheet.open && (draft.value.text !== '' || files.uploads.items.length > 0))

  const sendResponse = () => {
    if (respondMutation.isPending || !form.current || !validity.check(form.current) || !files.check()) return
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
    respondMutation.mutate(response, {
      onSuccess: (sentResponse) => {
        draft.forget()
        haptic('success')
        onSent(sentResponse)
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
      action={<TemplatesButton isOpen={hasTemplates} onToggle={() => setTemplates(!hasTemplates)} />}
      footer={
        <Button
          wide
          loading={respondMutation.isPending}
          disabled={isUploading || files.uploads.isBusy}
          onClick={sendResponse}
        >
          {t(isLost ? 'waiting.send' : 'respond.submit')}
        </Button>
      }
    >
      <p className="sub muted" style={{ marginTop: 'calc(-1 * var(--s-1))' }}>
        {vacancy.title}
      </p>
      <form ref={form} {...validity.form} onSubmit={(event) => event.preventDefault()}>
        <fieldset disabled={respondMutation.isPending} className="stack">
          {hasTemplates && <Templates text={draft.value.text} onText={(text) => draft.change({ text })} />}
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
          <ResumeSwitch me={me} checked={withResume} onChange={setWithResume} onUploading={setUploading} />
          <FilesField uploads={files.uploads} />
          <ResponsesToday />
          {isLost && <Notice icon={CloudOff}>{t('waiting.note')}</Notice>}
        </fieldset>
      </form>
    </Sheet>
  )
}

type Body = NonNullable<InputOf<'POST /api/vacancy/add_resp'>['body']>
type VacancyResponse = Pick<NonNullable<Body['response']>, 'response_text' | 'with_resume'>

const bodyOf = (vacancy_id: number, letter: VacancyResponse, file_ids: number[]) => ({
  body: { response: { vacancy_id, ...letter, response_type: 200 as const }, file_ids },
})

/** Sends a response to a vacancy. Such a response has neither a boost nor a price. */
function useVacancyRespond(vacancy_id: number, file_ids: number[]) {
  return useMutation({
    mutationFn: (letter: VacancyResponse) =>
      api('POST /api/vacancy/add_resp', bodyOf(vacancy_id, letter, file_ids)),
    onSuccess: ({ id, status, place, response_type }) => {
      const my_response = { id, status, place, response_type }
      queryClient.setQueryData(
        vacancy(vacancy_id).queryKey,
        (old) => old && { ...old, is_responded: true, responses_count: old.responses_count + 1, my_response },
      )
      void refreshResponses()
      void refreshListings(vacancy_id)
      // The success dialog promises a bot message about the author's answer, so the app asks for permission to send it.
      void askForBotAccessOnce()
    },
  })
}

const formats = [...documentFormats, ...imageFormats]

const hasResume = (me: Me) => me.user_resume_url !== null || me.user_resume_file !== null

type ResumeSwitchProps = {
  me: Me
  checked: boolean
  onChange: (on: boolean) => void
  onUploading: (is: boolean) => void
}

/** Switch that attaches the resume of the profile. If the profile has no resume, a file can be uploaded instead. */
function ResumeSwitch({ me, checked, onChange, onUploading }: ResumeSwitchProps) {
  const { t } = useTranslation()
  const uploads = useUploads({ call: 'POST /api/users/upload_resume', max: 1, formats })
  const storedFile = uploads.items[0]?.stored
  const { isBusy } = uploads
  useEffect(() => onUploading(isBusy), [isBusy, onUploading])
  useEffect(() => {
    if (!storedFile) return
    updateMe({
      user_resume_url: null,
      user_resume_file: storedFile.file_url,
      user_resume_format_file: storedFile.file_format,
      user_resume_name: storedFile.name,
    })
    onChange(true)
  }, [storedFile, onChange])

  if (!hasResume(me))
    return (
      <UploadField
        uploads={uploads}
        title={t('respondVacancy.addResume')}
        note={t('respondVacancy.resumeHint')}
      />
    )
  const name = me.user_resume_name ?? me.user_resume_url?.replace(/^https:\/\//, '')
  return (
    <List inside>
      <SwitchCell title={t('respondVacancy.resume')} note={name} checked={checked} onChange={onChange} />
    </List>
  )
}
