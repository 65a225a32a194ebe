import { accents, longestWord, mostIndexed, searchVersion, separators, unspaced } from './search-words.ts'

/**
 * The function of both databases that gives the words of texts. SQLite has `wordsOf` under its name, which takes any number of
 * texts and answers with a JSON array; PostgreSQL takes one text and answers with rows.
 */
export const wordsFunction = `host_search_words_${searchVersion}`

const lowerCase = 'lower(normalize(folded, nfkd) collate "und-x-icu")'
const fold = `translate(regexp_replace(${lowerCase} collate "C", '[${accents}]', '', 'g'), 'ς', 'σ')`

/**
 * Makes the function on PostgreSQL, by the rules of `wordsOf`. Lower case by ICU does not depend on the server's locale; a text
 * of ASCII alone has neither accents nor characters without spaces. Its statements are planned once in a connection.
 */
export const createWordsFunction = `create or replace function ${wordsFunction}(given text) returns setof text
language plpgsql immutable parallel safe as $$
declare
  folded text collate "C" := left(given, ${mostIndexed});
begin
  if octet_length(folded) = length(folded) then
    return query select distinct left(part, ${longestWord})
    from regexp_split_to_table(lower(folded), '[${separators}]+') as part where part <> '';
    return;
  end if;
  folded := ${fold};
  return query with parts as (
    select distinct part from regexp_split_to_table(folded, '[${separators}]+') as part
  ), runs as (
    select matched[1] as run, row_number() over () as place from parts, regexp_matches(part, '[${unspaced}]+|[^${unspaced}]+', 'g') as matched
    where part ~ '[${unspaced}]'
  )
  select left(part, ${longestWord}) from parts where part <> '' and part !~ '[${unspaced}]'
  union
  select left(run, ${longestWord}) from runs where run !~ '^[${unspaced}]'
  union
  select character || coalesce(lead(character) over (partition by runs.place order by characters.place), '')
  from runs, regexp_split_to_table(run, '') with ordinality as characters(character, place) where run ~ '^[${unspaced}]';
end $$`
