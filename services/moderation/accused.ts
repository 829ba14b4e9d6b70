import { sql } from 'kysely'

/**
 * Who wrote what is complained about, over `report`; the person themselves when the complaint is about a person.
 */
export const accused = sql<number>`case report.subject_type
  when 'listing' then (select author_id from listings where id = report.subject_id)
  when 'response' then (select user_id from responses where id = report.subject_id)
  when 'message' then (select sender_id from chat_messages where id = report.subject_id)
  when 'review' then (select author_id from reviews where id = report.subject_id)
  else report.subject_id end`

/** The words that are complained about, over `report`. */
export const accusedWords = sql<string>`coalesce(case report.subject_type
  when 'listing' then coalesce((select subtitle from orders where listing_id = report.subject_id),
    (select description from vacancies where listing_id = report.subject_id))
  when 'response' then (select response_text from responses where id = report.subject_id)
  when 'message' then (select content from chat_messages where id = report.subject_id)
  when 'review' then (select review_text from reviews where id = report.subject_id) end, '')`
