import { type Kysely, sql } from 'kysely'

/**
 * The mark of an installation with invented people, whose ids Telegram does not give (from 2^52). It comes only to a
 * database without people, listings and payments, and nobody invented has a role but beside the stand-ins.
 *
 * Releases before gave these people ids that may belong to anybody in Telegram, one of them an administrator's. Where
 * `otklik demo` was used, they get ids of the new range, lose their roles and their sessions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table demo_mark (
      singleton boolean primary key default true check (singleton),
      staff boolean not null,
      set_at timestamptz not null default now()
    );

    create function keep_demo_apart() returns trigger language plpgsql as $$ begin
      if exists (select from users) or exists (select from listings) or exists (select from payments) then
        raise exception 'the demo mark is for an empty database';
      end if;
      return new;
    end $$;
    create trigger demo_mark_apart before insert on demo_mark for each row execute function keep_demo_apart();

    create function keep_demo_people_out_of_staff() returns trigger language plpgsql as $$ begin
      if not exists (select from demo_mark where staff) then
        raise exception 'nobody of the demo has a role here';
      end if;
      return new;
    end $$;
    create trigger users_demo_role before insert or update of role, telegram_id on users for each row
      when (new.telegram_id >= 4503599627370496 and new.role <> 'user')
      execute function keep_demo_people_out_of_staff();

    create temporary table former_demo_people on commit drop as
      select id from users
      where telegram_id in (7000000001, 7000000011, 7000000012, 7000000013, 7000000021,
          7000000031, 7000000032, 7000000033, 7000000034, 7000000035)
        and exists (select from listings where content_hash like 'demo:%');
    update users set telegram_id = telegram_id - 7000000000 + 5000000000000000, role = 'user', can_write = false
      where id in (select id from former_demo_people);
    delete from sessions where user_id in (select id from former_demo_people);
  `.execute(db)
}
