import type { Answer } from '#contract/questions.ts'
import styles from './answer-facts.module.css'

/** Questions of the author with the answers of a response. */
export function AnswerFacts({ answers }: { answers: Answer[] }) {
  return (
    <dl className={styles.facts}>
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  )
}
