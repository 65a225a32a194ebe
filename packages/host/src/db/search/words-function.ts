import { accents, longestWord, mostIndexed, searchVersion, separators, unspaced } from './search-words.ts'

/**
 * The function of both databases that gives the words of texts. SQLite has `wordsOf` under its name, which takes any number of
 * texts and answers with a JSON array; PostgreSQL takes one text and answers with rows.
 */
export const wordsFunction = `host_search_words_${searchVersion}`

const lowerCase = 'lower(normalize(text, nfkd) collate "und-x-icu") collate "C"'
const fold = `translate(regexp_replace(${lowerCase}, '[${accents}]', '', 'g'), 'ς', 'σ')`

/** Makes the function on PostgreSQL, by the rules of `wordsOf`. Lower case by ICU does not depend on the server's locale. */
export const createWordsFunction = `create or replace function ${wordsFunction}(given text) returns setof text
language sql immutable parallel safe as $$
  with cut as (
    select left(given, ${mostIndexed}) collate "C" as text
  ), folded as (
    select case when octet_length(text) = length(text) then lower(text) else ${fold} end as text from cut
  ), parts as (
    select distinct part from folded, regexp_split_to_table(text, '[${separators}]+') as part
  ), runs as (
    select found[1] as run, row_number() over () as place from parts, regexp_matches(part, '[${unspaced}]+|[^${unspaced}]+', 'g') as found
    where part ~ '[${unspaced}]'
  )
  select left(part, ${longestWord}) from parts where part <> '' and part !~ '[${unspaced}]'
  union
  select left(run, ${longestWord}) from runs where run !~ '^[${unspaced}]'
  union
  select character || coalesce(lead(character) over (partition by runs.place order by characters.place), '')
  from runs, regexp_split_to_table(run, '') with ordinality as characters(character, place) where run ~ '^[${unspaced}]'
$$`
