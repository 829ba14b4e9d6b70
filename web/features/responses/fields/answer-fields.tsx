import { limits } from '#contract/limits.ts'
import type { Question } from '#contract/questions.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { InputField } from '#web/ui/form-field.tsx'

type AnswerFieldsProps = {
  questions: Question[]
  errors: Record<string, string>
  answers: string[]
  onAnswers: (answers: string[]) => void
}

/** Inputs for the answers to the author's questions. */
export function AnswerFields({ questions, errors, answers, onAnswers }: AnswerFieldsProps) {
  const setAnswer = (at: number, answer: string) =>
    onAnswers(questions.map((_question, index) => (index === at ? answer : (answers[index] ?? ''))))
  return questions.map((question, at) => (
    <AnswerField
      // biome-ignore lint/suspicious/noArrayIndexKey: questions of a listing are never reordered
      key={at}
      question={question}
      name={`answer-${at}`}
      error={errors[`answer-${at}`]}
      value={answers[at] ?? ''}
      onValue={(answer) => setAnswer(at, answer)}
    />
  ))
}

type AnswerFieldProps = {
  question: Question
  name: string
  error?: string
  value: string
  onValue: (value: string) => void
}

function AnswerField({ question, name, error, value, onValue }: AnswerFieldProps) {
  const { t } = useTranslation()
  const isNumber = question.kind === 'number'
  if (question.kind === 'choice')
    return (
      <FieldGroup required label={question.text}>
        <Chips label={question.text}>
          {question.options.map((option) => (
            <Chip key={option} pressed={option === value} onClick={() => onValue(option)}>
              {option}
            </Chip>
          ))}
        </Chips>
      </FieldGroup>
    )
  return (
    <InputField
      label={question.text}
      error={error}
      hint={isNumber ? t('questions.fromClient', { min: question.min, max: question.max }) : undefined}
      required
      name={name}
      {...(isNumber
        ? { type: 'number', min: question.min, max: question.max, inputMode: 'numeric' }
        : { maxLength: limits.questions.answer })}
      value={value}
      onValue={onValue}
    />
  )
}
