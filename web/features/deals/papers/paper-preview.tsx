import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import styles from './papers.module.css'
import type { Papers } from './use-papers.ts'

/** Keeps also the sign of a number with its number. */
const bound = (text: string) => bindWords(text).replaceAll('№ ', '№\u00a0')

/** Shows a paper before it is saved: the same content of which the server draws the PDF. It is always Russian. */
export function PaperPreview({ paper }: { paper: Papers['act'] }) {
  return (
    <Card className={styles.paper} lang="ru" aria-label={paper.title}>
      <h2 className={styles.heading}>
        {paper.title}
        <br />
        {paper.subtitle}
      </h2>
      <p className={styles.date}>{paper.date}</p>
      <p>{bound(paper.intro)}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{paper.work_head}</th>
            <th scope="col">{paper.sum_head}</th>
          </tr>
        </thead>
        <tbody>
          {paper.rows.map(({ work, sum }) => (
            <tr key={work}>
              <td>{bound(work)}</td>
              <td>{sum}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{paper.total_head}</th>
            <td>{paper.rows.map(({ sum }) => sum)}</td>
          </tr>
        </tfoot>
      </table>
      {paper.clauses.map((clause) => (
        <p key={clause}>{bound(clause)}</p>
      ))}
      <div className={styles.sides}>
        {paper.sides.map(({ role, name, tax_line }) => (
          <div key={role}>
            <p>
              {role}
              {name && (
                <>
                  <br />
                  {bound(name)}
                </>
              )}
              {tax_line && (
                <>
                  <br />
                  {tax_line}
                </>
              )}
            </p>
            <div className={styles.line} />
          </div>
        ))}
      </div>
    </Card>
  )
}
