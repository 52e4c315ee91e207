// Formats prices: '$49.99' from the decimal string of the service.
export const priceText = (price: string): string => `$${price}`;
