import { type Kysely, sql } from 'kysely'

/** What an author asks everybody who responds, one a line (contract/questions.ts), and what was answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column questions text check (char_length(questions) <= 2000);
    alter table vacancies add column questions text check (char_length(questions) <= 2000);
    -- Beside each answer the question as it was asked.
    alter table responses add column answers jsonb check (jsonb_typeof(answers) = 'array');
  `.execute(db)
}
