import { type Kysely, sql } from 'kysely'

/**
 * How the two sides of an order were called when its executor was chosen: whoever takes another name afterwards has made
 * the deal under the former one. A trigger keeps them, also while the release before this one chooses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deal_names (
      listing_id bigint not null references listings on delete cascade,
      user_id bigint not null references users,
      full_name text not null,
      primary key (listing_id, user_id)
    );
    create index deal_names_user on deal_names (user_id);

    create function keep_deal_names() returns trigger language plpgsql as $$ begin
      delete from deal_names where listing_id = new.id;
      insert into deal_names (listing_id, user_id, full_name)
        select new.id, id, full_name from users where id in (new.author_id, new.executor_id);
      return null;
    end $$;
    create trigger listings_deal_names_new after insert on listings
      for each row when (new.kind = 'order' and new.executor_id is not null) execute function keep_deal_names();
    create trigger listings_deal_names after update of executor_id on listings
      for each row when (new.kind = 'order' and new.executor_id is distinct from old.executor_id
        and new.executor_id is not null) execute function keep_deal_names();

    insert into deal_names (listing_id, user_id, full_name)
      select listing.id, person.id, person.full_name
      from listings listing join users person on person.id in (listing.author_id, listing.executor_id)
      where listing.kind = 'order' and listing.executor_id is not null and person.status <> 'deleted'
      on conflict do nothing;
  `.execute(db)
}
