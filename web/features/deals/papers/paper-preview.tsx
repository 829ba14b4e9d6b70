import { Card } from '#web/ui/card.tsx'
import styles from './papers.module.css'
import type { Papers } from './use-papers.ts'

/** Shows a paper before it is saved: the same content of which the server draws the PDF. It is always Russian. */
export function PaperPreview({ paper }: { paper: Papers['act'] }) {
  return (
    <Card className={styles.paper} lang="ru">
      <h2 className={styles.heading}>
        {paper.title}
        <br />
        {paper.subtitle}
      </h2>
      <p className={styles.date}>{paper.date}</p>
      <p>{paper.intro}</p>
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
              <td>{work}</td>
              <td>{sum}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{paper.total_head}</th>
            <td>
              <b>{paper.rows.map(({ sum }) => sum)}</b>
            </td>
          </tr>
        </tbody>
      </table>
      {paper.clauses.map((clause) => (
        <p key={clause}>{clause}</p>
      ))}
      <div className={styles.sides}>
        {paper.sides.map(({ role, name, tax_line }) => (
          <div key={role}>
            <p>
              {role}
              {name && (
                <>
                  <br />
                  {name}
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
