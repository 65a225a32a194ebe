/**
 * Without case and width, character by character, so that a place in the folded text is the same place in the text: what
 * would become longer or shorter stays as it is.
 */
export function foldText(text: string): string {
  return Array.from(text, foldCharacter).join('')
}

function foldCharacter(character: string): string {
  const folded = character.normalize('NFKC').toLowerCase()
  return folded.length === character.length ? folded : character
}
