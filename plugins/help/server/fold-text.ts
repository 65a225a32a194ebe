/**
 * Folds case and width, character by character, so that an offset in the folded text is the same offset in the
 * original: characters whose folded form has another length stay unchanged.
 */
export function foldText(text: string): string {
  return Array.from(text, foldCharacter).join('')
}

function foldCharacter(character: string): string {
  const folded = character.normalize('NFKC').toLowerCase()
  return folded.length === character.length ? folded : character
}
