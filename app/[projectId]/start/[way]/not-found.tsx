export { default } from "../../[...path]/not-found.tsx";
