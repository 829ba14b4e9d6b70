import { type Kysely, sql } from 'kysely'

/**
 * Whether a person has chosen the language themselves, so that a device that keeps nothing need not ask again. Names
 * of which nothing can be seen were the number of the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column is_language_chosen boolean not null default false;
    update users set is_language_chosen = true where start_choice is not null;
    update users set full_name = case ui_language when 'ru' then 'Пользователь' else 'Member' end
      where full_name = telegram_id::text;
  `.execute(db)
}
