/** Sentences of a definition, which are English in both languages; text between backticks is code. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <div lang="en" className="flex flex-col gap-2 text-sm text-pretty text-muted">
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>
          {piecesOf(paragraph).map(({ place, text: piece, isCode }) =>
            isCode ? <Code key={place} text={piece} /> : piece,
          )}
        </p>
      ))}
    </div>
  )
}

function Code({ text }: { readonly text: string }) {
  return <code className="rounded-control bg-hover px-1 font-mono text-xs wrap-anywhere">{text}</code>
}

interface Piece {
  readonly place: number
  readonly text: string
  readonly isCode: boolean
}

function piecesOf(paragraph: string): readonly Piece[] {
  return paragraph.split('`').map((text, place) => ({ place, text, isCode: place % 2 === 1 }))
}
