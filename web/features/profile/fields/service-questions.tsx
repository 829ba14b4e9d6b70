import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { FieldGroup } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type ServiceQuestionsProps = {
  questions: string[]
  /** Error texts by the names of the inputs. */
  errors: Record<string, string>
  onChange: (questions: string[]) => void
}

/** Questions to a client that have to be answered before the work can begin. An empty line stands below the last. */
export function ServiceQuestions({ questions, errors, onChange }: ServiceQuestionsProps) {
  const { t } = useTranslation()
  const label = t('profileEdit.serviceQuestions')
  const lines = [...questions, ''].slice(0, limits.services.questions)
  const error = lines.map((_, n) => errors[`question-${n}`]).find(Boolean)
  return (
    <FieldGroup label={label} error={error} hint={t('profileEdit.serviceQuestionsHint')}>
      <div className="stack stack-2">
        {lines.map((question, n) => (
          <Input
            // biome-ignore lint/suspicious/noArrayIndexKey: a line keeps the focus while it is written
            key={n}
            name={`question-${n}`}
            aria-label={`${label}, ${n + 1}`}
            maxLength={limits.services.question}
            value={question}
            onChange={({ target }) =>
              onChange(lines.map((line, at) => (at === n ? target.value : line)).filter(isKept))
            }
          />
        ))}
      </div>
    </FieldGroup>
  )
}

/** Only the empty lines at the end are left out: an emptied line in the middle is still being written. */
const isKept = (line: string, at: number, lines: string[]) => line !== '' || lines.slice(at).some(Boolean)
