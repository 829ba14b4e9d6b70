import { type Kysely, sql } from 'kysely'

/**
 * A word that mixes both alphabets is written in one of them only where it stands alone. It was also replaced inside a
 * longer word with the same letters, so that the normal form of a text depended on its other words.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function search_text(written text) returns text language plpgsql immutable strict parallel safe as $$
    declare
      plain text := replace(lower(normalize(written, nfc)), 'ё', 'е');
      word text;
      whole text;
    begin
      -- contract/spelling/letters.ts writes single words by the same rules.
      if plain ~ '[a-z][а-я]|[а-я][a-z]' then
        for word in select distinct mixed[1] from
          regexp_matches(plain, '([a-zа-я]*(?:[a-z][а-я]|[а-я][a-z])[a-zа-я]*)', 'g') mixed loop
          whole := '(?<![a-zа-я])' || word || '(?![a-zа-я])';
          if word !~ '[^abekmhopctyxа-я]' then
            plain := regexp_replace(plain, whole, translate(word, 'abekmhopctyx', 'авекмнорстух'), 'g');
          elsif word !~ '[^a-zавекмнорстух]' then
            plain := regexp_replace(plain, whole, translate(word, 'авекмнорстух', 'abekmhopctyx'), 'g');
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
    end $$`.execute(db)
  await sql`update languages set is_indexed = false`.execute(db)
}
