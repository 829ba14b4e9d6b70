import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Words kept with the data stand in a map by language, and languages are rows: a further one needs no column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await names(db)
  await languages(db)
  await documents(db)
}

/**
 * The columns by language are computed from the maps from here on. Of those, the names of categories are what old
 * clients of the API ask for; the others are read by the release before this one alone, and go with a later one.
 */
async function names(db: Kysely<unknown>): Promise<void> {
  for (const table of ['categories', 'currencies', 'price_terms'])
    await intoMap(db, table, 'name', sql`not null`)
  await intoMap(db, 'price_terms', 'description', sql``)
}

async function intoMap(db: Kysely<unknown>, table: string, what: string, rule: RawBuilder<unknown>) {
  const map = sql.id(`${what}s`)
  const [ru, en] = [sql.id(`${what}_ru`), sql.id(`${what}_en`)]
  await sql`
    alter table ${sql.table(table)} add ${map} jsonb not null default '{}';
    update ${sql.table(table)} set ${map} = jsonb_strip_nulls(jsonb_build_object('ru', ${ru}, 'en', ${en}));
    alter table ${sql.table(table)} alter ${map} drop default,
      drop ${ru}, add ${ru} text generated always as (${map} ->> 'ru') stored ${rule},
      drop ${en}, add ${en} text generated always as (${map} ->> 'en') stored ${rule};
  `.execute(db)
}

async function languages(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table languages (
      code text primary key check (code ~ '^[a-z]{2}$'),
      -- A text and no regconfig: with such a column pg_upgrade refuses the database.
      search text not null,
      is_indexed boolean not null default false
    );
    insert into languages (code, search, is_indexed) values ('ru', 'russian', true), ('en', 'russian', true);

    alter table users drop constraint users_ui_language_check;
    alter table users add foreign key (ui_language) references languages not valid;
    alter table users validate constraint users_ui_language_fkey;
    alter table shared_cards drop constraint shared_cards_language_check;
    alter table shared_cards add foreign key (language) references languages not valid;
    alter table shared_cards validate constraint shared_cards_language_fkey;
    alter table listings drop constraint listings_language_check;
    alter table listings add check (language ~ '^([a-z]{2}|any)$') not valid;
    alter table listings validate constraint listings_language_check;
  `.execute(db)
}

/**
 * A listing is found by its words as every language reads them: whoever searches in German finds German forms, and
 * nobody has to say in which language a listing is written.
 */
async function documents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function listing_document(title text, body text) returns tsvector
      language plpgsql stable parallel safe as $$
    declare
      configuration text;
      document tsvector := '';
    begin
      for configuration in select distinct search from languages order by search loop
        document := document
          || setweight(to_tsvector(configuration::regconfig, title), 'A')
          || setweight(to_tsvector(configuration::regconfig, coalesce(body, '')), 'B');
      end loop;
      return document;
    end $$;
    alter index users_text rename to users_text_russian;
  `.execute(db)
}
