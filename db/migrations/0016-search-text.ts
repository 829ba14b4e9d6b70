import { type Kysely, sql } from 'kysely'

/**
 * Search by the normal form of texts: «ё» and "е", letters composed of two characters, and letters of the other alphabet
 * that look alike are one, and names such as "C++" are words of their own. The words as they were written stay in the
 * document, because the previous release searches by them. Marking the languages as not indexed makes `fillLanguages`
 * index people and the texts of all listings anew, in batches; a later change of `search_text` does the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function search_text(written text) returns text language plpgsql immutable strict parallel safe as $$
    declare
      plain text := replace(lower(normalize(written, nfc)), 'ё', 'е');
      word text;
    begin
      -- contract/spelling/letters.ts writes single words by the same rules.
      if plain ~ '[a-z][а-я]|[а-я][a-z]' then
        for word in select distinct mixed[1] from
          regexp_matches(plain, '([a-zа-я]*(?:[a-z][а-я]|[а-я][a-z])[a-zа-я]*)', 'g') mixed loop
          if word !~ '[^abekmhopctyxа-я]' then
            plain := replace(plain, word, translate(word, 'abekmhopctyx', 'авекмнорстух'));
          elsif word !~ '[^a-zавекмнорстух]' then
            plain := replace(plain, word, translate(word, 'авекмнорстух', 'abekmhopctyx'));
          end if;
        end loop;
      end if;
      if plain ~ '[cс][+#]|1c|\\.net' then
        plain := regexp_replace(plain, '(?<!\\w)[cс]\\+\\+', ' cplusplus ', 'g');
        plain := regexp_replace(plain, '(?<!\\w)[cс]#', ' csharp ', 'g');
        plain := regexp_replace(plain, '(?<!\\w)1c(?!\\w)', '1с', 'g');
        plain := regexp_replace(plain, '(?<!\\w)\\.net(?!\\w)', ' dotnet ', 'g');
      end if;
      return plain;
    end $$;

    create or replace function listing_document(title text, body text) returns tsvector
      language plpgsql stable parallel safe as $$
    declare
      configuration text;
      document tsvector := '';
      plain_title text := search_text(title);
      plain_body text := search_text(coalesce(body, ''));
    begin
      for configuration in select distinct search from languages order by search loop
        document := document
          || setweight(to_tsvector(configuration::regconfig, title), 'A')
          || setweight(to_tsvector(configuration::regconfig, coalesce(body, '')), 'B');
        if plain_title <> lower(title) then
          document := document || setweight(to_tsvector(configuration::regconfig, plain_title), 'A');
        end if;
        if plain_body <> lower(coalesce(body, '')) then
          document := document || setweight(to_tsvector(configuration::regconfig, plain_body), 'B');
        end if;
      end loop;
      return document;
    end $$;
  `.execute(db)
  await sql`
    create table if not exists search_words (
      word text primary key,
      listings integer not null
    )
  `.execute(db)
  await sql`update languages set is_indexed = false`.execute(db)
}
