-- Listings of kind $2 ranked for person $1, the best first. $3 is the page's size, $4 the number of listings before it.
with me as materialized (
  select person.id, person.category_id, own.parent_id as group_id, person.ui_language, person.is_only_remote,
    person.years_of_experience as years, lower(person.city) as city,
    array(select name_key from user_skills where user_id = person.id) as skills, date_trunc('day', now()) as today,
    array(select seen.author_id from not_for_me m join listings seen on seen.id = m.listing_id
      where m.user_id = person.id and m.reason = 'author') as unwanted
  from users person left join categories own on own.id = person.category_id where person.id = $1),
candidates as (
  select near.id from me, lateral (select id from listings
      where kind = $2 and status = 'published' and category_id = me.category_id and author_id <> me.id
      order by listed_at desc, id desc limit 80) near
  union select near.id from me join categories leaf on leaf.parent_id = me.group_id
      and leaf.id <> me.category_id, lateral (select id from listings
      where kind = $2 and status = 'published' and category_id = leaf.id and author_id <> me.id
      order by listed_at desc, id desc limit 6) near
  union select near.listing_id from me, unnest(me.skills) skill (key), lateral (
      select listing_id from listing_skills where kind = $2 and skill_key = skill.key
      order by listed_at desc, listing_id desc limit (select 1 + 60 / greatest(1, cardinality(me.skills)))) near
  union select near.id from me, lateral (select id from listings
      where kind = $2 and status = 'published' and author_id <> me.id
      order by listed_at desc, id desc limit 100) near
  union select near.id from me, lateral (select l.id from listings l join users author on author.id = l.author_id
      where l.kind = $2 and l.status = 'published' and l.is_first and author.posted_count <= 1
        and l.author_id <> me.id and l.author_id <> all (me.unwanted)
      order by l.listed_at desc, l.id desc limit 8) near),
weighed as materialized (
  select l.id, case when l.category_id = me.category_id then 60 else 0 end as speciality,
    15 * least(3, matched.skills) as skills,
    case when c.parent_id = me.group_id and l.category_id <> me.category_id then 30 else 0 end as "group",
    case when lower(l.location) = me.city then 6 else 0 end as city,
    case when me.years between l.experience_min and l.experience_max then 5 else 0 end
      + case when me.is_only_remote and l.is_remote then 5 else 0 end
      + case when l.listed_at >= me.today - interval '1 day' then 5 else 0 end
      + case when l.language = me.ui_language then 4 else 0 end + case when l.urgent then 3 else 0 end
      + case when author.answer_minutes is not null then 4 else 0 end
      - case when exists (select from not_for_me m join listings seen on seen.id = m.listing_id
          where m.user_id = me.id and case m.reason
            when 'price' then seen.kind = l.kind and m.payment_format is not distinct from l.payment_format
              and l.price_base < m.below
            when 'term' then l.deadline < me.today + (m.days + 1) * interval '1 day'
            when 'topic' then m.category_id = l.category_id
            else false end) then 45 else 0 end as silent,
    author.is_new as is_first,
    json_build_object('skill', matched.skill, 'answer_minutes', author.answer_minutes, 'is_first', author.is_new,
      'is_well_paid', l.kind = 'order' and l.payment_format = 'fixed' and coalesce(l.price_base >=
        (select high from category_prices where category_id = l.category_id), false)) as why,
    md5(concat_ws(' ', l.id, me.id, me.today::date)) as chance
  from me, candidates join listings l on l.id = candidates.id left join categories c on c.id = l.category_id
    cross join lateral (select count(*)::int as skills, (array_agg(btrim(name)))[1] as skill
      from unnest(l.skills) name
      where lower(regexp_replace(btrim(name), '\s+', ' ', 'g')) = any(me.skills)) matched
    cross join lateral (select posted_count <= 1 as is_new, case when record.closed >= 5
        and record.responses >= 5 and record.wait_minutes <= 180 then record.wait_minutes end as answer_minutes
      from users left join person_records record on record.user_id = users.id where users.id = l.author_id) author
  where l.author_id <> me.id),
best as materialized (
  select id, chance, why, is_first, (speciality + skills + "group" + city + silent) / 10 as band,
    case greatest(speciality, skills, "group", city) when 0 then 'popular' when speciality then 'speciality'
      when skills then 'skills' when "group" then 'group' else 'city' end as reason
  from weighed order by band desc, chance limit 300),
shown as (
  select best.*, row_number() over (order by band desc, chance) as place,
    reason in ('speciality', 'skills', 'group') as fits
  from me, best join listings l on l.id = best.id
  where not exists (select from user_blocks
      where (user_id, blocked_id) in ((me.id, l.author_id), (l.author_id, me.id)))
    and not exists (select from not_for_me where user_id = me.id and listing_id = l.id
      and (until is null or until > now()))
    and l.author_id <> all (me.unwanted)
    and not exists (select from responses mine where mine.listing_id = l.id and mine.user_id = me.id
      and mine.status <> 'withdrawn' and mine.created_at < me.today)),
counted as (
  select *, fits and row_number() over (partition by fits order by place) <= 5
    or is_first and row_number() over (partition by is_first order by place) <= 2 as is_due from shown),
headed as (select *, row_number() over (order by is_due desc, place) <= 10 as is_head from counted)
select id, reason, why from headed order by is_head desc, place limit $3 offset $4
