import { type Kysely, sql } from 'kysely'

/** What a review is made of, the answer of whom it is about, and ratings that lean to the middle while they are few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reviews
      -- Of who did the work: quality, term, communication; of who ordered it: task, payment, communication.
      add column quality smallint check (quality between 1 and 5),
      add column term smallint check (term between 1 and 5),
      add column task smallint check (task between 1 and 5),
      add column payment smallint check (payment between 1 and 5),
      add column communication smallint check (communication between 1 and 5),
      add column reply_text text check (char_length(reply_text) between 1 and 1000),
      add column replied_at timestamptz,
      add constraint reviews_axes check (
        num_nonnulls(quality, term, task, payment, communication) = 0
        or num_nonnulls(quality, term, communication) = 3 and num_nonnulls(task, payment) = 0
        or num_nonnulls(task, payment, communication) = 3 and num_nonnulls(quality, term) = 0),
      add constraint reviews_reply check ((reply_text is null) = (replied_at is null));
    -- What one review says: the mean of its axes, or the stars of a client that knows none.
    create function review_value(review reviews) returns numeric language sql immutable parallel safe as $$
      select coalesce((coalesce(review.quality, review.task) + coalesce(review.term, review.payment)
        + review.communication) / 3.0, review.rating) $$;
    -- As if everybody began with two reviews of four.
    create function leaning_mean(total numeric, reviews bigint) returns numeric language sql immutable parallel safe
      as $$ select case when reviews > 0 then (total + 8) / (reviews + 2) end $$;
    update users set rating = (select leaning_mean(sum(review_value(review)), count(*)) from reviews review
      where review.subject_id = users.id and review.published_at is not null)
      where rating_count > 0;
  `.execute(db)
}
