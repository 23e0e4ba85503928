import { mergeConfig } from "vite";
import config from "../vite.config";

/** The same app with other names: what the first build's pages and worker name is not there. */
export default mergeConfig(config, {
  build: {
    rolldownOptions: {
      output: {
        entryFileNames: "assets/second-[name]-[hash].js",
        chunkFileNames: "assets/second-[name]-[hash].js",
        assetFileNames: "assets/second-[name]-[hash][extname]",
      },
    },
  },
});
