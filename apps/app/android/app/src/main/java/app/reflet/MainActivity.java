package app.reflet;

import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.os.Build;
import android.os.Bundle;
import android.webkit.WebView;
import androidx.activity.EdgeToEdge;
import androidx.core.splashscreen.SplashScreen;
import com.getcapacitor.BridgeActivity;
import com.getcapacitor.WebViewListener;

public class MainActivity extends BridgeActivity {

    private boolean isPageShown = false;

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        SplashScreen splashScreen = SplashScreen.installSplashScreen(this);
        EdgeToEdge.enable(this);
        // Loaded after the plugins of the packages: of two with the same name the last one answers.
        initialPlugins.add(ContactPicker.class);
        bridgeBuilder.addWebViewListener(
            new WebViewListener() {
                @Override
                public void onPageCommitVisible(WebView view, String url) {
                    isPageShown = true;
                }
            }
        );
        super.onCreate(savedInstanceState);
        createNotificationChannel();
        // Without a bridge the page is the one that asks for a newer WebView.
        splashScreen.setKeepOnScreenCondition(() -> bridge != null && !isPageShown);
        if (bridge == null) return;
        // Until the first paint the page would be as light as `backgroundColor` of Capacitor's configuration.
        bridge.getWebView().setBackgroundColor(getColor(R.color.paper));
    }

    /** Its name is in the language of the device: creating it again renames it, and keeps what the person has set. */
    private void createNotificationChannel() {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.O) return;
        NotificationChannel channel = new NotificationChannel(
            getString(R.string.notification_channel_id),
            getString(R.string.notification_channel_name),
            NotificationManager.IMPORTANCE_DEFAULT
        );
        channel.setShowBadge(true);
        getSystemService(NotificationManager.class).createNotificationChannel(channel);
    }
}
