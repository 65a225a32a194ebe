/** Something that can be measured again and again. */
export interface Contender<Sample> {
  readonly name: string
  measure(): Promise<Sample>
}

/**
 * Measures contenders in turns, so that whatever the machine does meanwhile meets all of them. Every other round goes
 * backwards: a machine that slowly heats up would otherwise always be hardest on the last one.
 * @returns the samples by the contender's name, one a round, in the order of the rounds
 */
export async function interleave<Sample>(
  contenders: readonly Contender<Sample>[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map(contenders.map(({ name }): [string, Sample[]] => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const { name, measure } of order) samples.get(name)?.push(await measure())
  }
  return samples
}
