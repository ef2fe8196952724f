/** The one sentence about what a plan costs, in Japanese. */
export const noCharge: string = 'Sable はデモ用の製品のため、料金はかかりません。'
