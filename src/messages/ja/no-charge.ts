/** The one sentence about what a plan costs, in Japanese. */
export const noCharge: string = 'Sableはデモ用の製品のため、料金はかかりません。'
