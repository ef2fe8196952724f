/** The one sentence about what a plan costs. */
export const noCharge: string = 'Nothing is charged: Sable is a demonstration product.'
